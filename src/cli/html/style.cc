#include "cli/html/style.h"

namespace gearbox::cli::html {

const char* const kStyle = R"css(
:root {
  color-scheme: light dark;
  --paper: #fcfcfa; --ink: #1b1b1d; --soft: #62636a; --rule: #e2e2dd; --wash: #f2f2ee;
  --mark: #1f66b8; --box: #c3ced9; --big: #6f9fd2; --inside: #0c2440; --lane: #9aa3ad;
  --text: system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
  --code: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17181b; --ink: #e8e8e6; --soft: #a0a2a9; --rule: #2f3237; --wash: #212327;
    --mark: #7fb2ee; --box: #3d4753; --big: #3f74ad; --inside: #eef5fd; --lane: #6b7480;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 var(--text); }
main { max-width: 1160px; margin: 0 auto; padding: 32px 24px 96px; }
h1 { font-size: 24px; line-height: 1.25; font-weight: 600; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 19px; font-weight: 600; margin: 56px 0 12px; overflow-wrap: anywhere; }
h3 { font-size: 15px; font-weight: 600; margin: 28px 0 8px; }
p { margin: 0 0 12px; }
header p, .shape { color: var(--soft); }
a { color: var(--mark); text-decoration: none; }
a:hover { text-decoration: underline; }
code { font: 0.88em/1.45 var(--code); overflow-wrap: anywhere; unicode-bidi: isolate; }
summary { cursor: pointer; }
nav { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 24px 0 0; padding: 8px 0; border: solid var(--rule); border-width: 1px 0; }
section { scroll-margin-top: 12px; }

.figures { display: flex; flex-wrap: wrap; gap: 12px 36px; margin: 20px 0 24px; }
.figures dt { color: var(--soft); font-size: 13px; }
.figures dd { margin: 0; font-size: 17px; font-variant-numeric: tabular-nums; }

.wide { overflow-x: auto; margin: 0 0 16px; }
table { border-collapse: collapse; font-size: 13.5px; }
th { font-weight: 400; color: var(--soft); text-align: left; vertical-align: bottom; white-space: nowrap; }
th, td { padding: 4px 24px 4px 0; border-bottom: 1px solid var(--rule); }
td { vertical-align: top; min-width: 3em; }
tbody tr:last-child td { border-bottom: 0; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.total td { border-top: 1px solid var(--soft); }
.interface td:first-child, .values td:first-child { color: var(--soft); }
.interface td:nth-child(2) { white-space: nowrap; }
.checks td:first-child, .facts td:nth-child(2) { min-width: 18em; }
.checks td:nth-child(2), .values td:nth-child(2) { min-width: 11em; }
.values td:nth-child(4), .values td:nth-child(6), .values td:nth-child(7), .largest td { white-space: nowrap; }
.largest td:nth-child(2) { white-space: normal; }
section > details, .part { margin: 0 0 16px; }
section > .folded { margin: 0 0 4px; }
.folded > summary h2 { display: inline; margin: 0; font-size: 15px; }
.program:has(> .folded) { margin: 0; scroll-margin-top: 40px; }
section > .folded[open] { margin: 16px 0 48px; }
section > details > summary, .part > summary, main > details > summary { font-weight: 600; margin: 0 0 8px; }
main > details > summary { font-weight: 400; }

.bar { display: block; width: 100%; height: 14px; margin: 4px 0 12px; }
.key { display: inline-block; width: 10px; height: 10px; margin-right: 8px; }
.part0 { fill: var(--big); background: var(--big); }
.part1 { fill: var(--mark); background: var(--mark); }
.part2 { fill: var(--lane); background: var(--lane); }
.part3 { fill: var(--rule); background: var(--rule); }

.chart { overflow-x: auto; }
.chart svg { display: block; width: 100%; min-width: 880px; height: auto; font: 11px var(--text); }
.chart text { fill: var(--soft); }
.chart .left { text-anchor: end; }
.chart .middle { text-anchor: middle; }
.chart .limit { fill: var(--ink); }
.chart .grid { stroke: var(--rule); stroke-width: 1; }
.chart .arena { stroke: var(--ink); stroke-width: 1; }
.chart .bound { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 4 3; }
.chart .tensor rect { fill: var(--box); stroke: var(--paper); stroke-width: 0.7; }
.chart .large rect { fill: var(--big); }
.chart .tensor text { fill: var(--inside); pointer-events: none; }
.chart .work rect { fill: var(--lane); }
.chart a:hover rect { fill: var(--mark); }
.root path { fill: none; stroke: var(--lane); stroke-width: 1; }
.root rect { fill: var(--paper); stroke: var(--lane); stroke-width: 1; }
.root text { fill: var(--ink); }
.root a text { fill: var(--mark); }
.root a:hover rect { fill: var(--wash); }
.readout { min-height: 1.5em; font-size: 13px; color: var(--soft); white-space: pre-wrap; overflow-wrap: anywhere; }

.filter { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; font-size: 13.5px; color: var(--soft); }
.filter[hidden] { display: none; }
.filter input { font: inherit; color: var(--ink); width: 22em; padding: 3px 8px; border: 1px solid var(--rule); border-radius: 3px;
  background: var(--paper); }
.filter button { font: inherit; color: var(--mark); border: 0; padding: 0; background: none; cursor: pointer; }
.steps { font-size: 13px; }
.steps ol { list-style: none; margin: 0; padding: 0; }
.steps li { content-visibility: auto; contain-intrinsic-size: auto 25px; scroll-margin-top: 40vh; }
.steps li[hidden] { display: none; }
.steps summary, .steps .head { display: grid; column-gap: 14px; align-items: center; padding: 0; margin: 0; line-height: 25px;
  grid-template-columns: var(--rail) 3em minmax(8em, 13em) minmax(10em, 1fr) minmax(10em, 1fr) minmax(7em, 11em) 5.5em; }
.steps summary { position: relative; list-style: none; }
.steps summary::-webkit-details-marker { display: none; }
.steps summary span, .head span { grid-row: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.steps .number { grid-column: 2; }
.steps .op { grid-column: 3; }
.steps .name { grid-column: 4; }
.steps .type { grid-column: 5; }
.steps .kernel { grid-column: 6; }
.steps .work { grid-column: 7; }
.head { color: var(--soft); border-bottom: 1px solid var(--rule); }
.steps .number, .steps .kernel { color: var(--soft); }
.steps .work { text-align: right; font-variant-numeric: tabular-nums; color: var(--soft); }
.steps summary .name, .steps summary .type { font-family: var(--code); font-size: 12px; unicode-bidi: isolate; }
.steps .view .op { color: var(--soft); }
.steps summary:hover, .steps details[open] > summary { background: var(--wash); }
.steps li:target > details > summary { background: var(--wash); box-shadow: inset 3px 0 var(--mark); }
.steps li.made > details > summary .number, .steps li.reads > details > summary .number { color: var(--mark); font-weight: 600; }
.rail { position: absolute; top: 0; left: 0; height: 100%; overflow: visible; }
.rail path { fill: none; stroke: var(--lane); stroke-width: 1.4; vector-effect: non-scaling-stroke; }
.rail .dot { stroke: var(--ink); stroke-width: 7; stroke-linecap: round; }
.view .rail .dot, .steps .view > details > summary .dot { stroke: var(--lane); }
.made > details > summary .dot, .reads > details > summary .dot, .steps li:target > details > summary .dot { stroke: var(--mark); }
.filtered .rail { visibility: hidden; }
.more { position: relative; padding: 8px 0 16px calc(var(--rail) + 14px); background: var(--wash); }
.more .rail { visibility: inherit; }
.filtered .more .rail { visibility: hidden; }
.more table { font-size: 12.5px; }
.more p { margin: 0 0 8px; }
.attributes { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0; font: 12px/1.5 var(--code); }
.attributes dt { color: var(--soft); unicode-bidi: isolate; }
.attributes dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }

@media (max-width: 760px) {
  main { padding: 20px 14px 64px; }
  .steps summary, .steps .head { grid-template-columns: var(--rail) 2.4em minmax(6em, 10em) 1fr; }
  .steps summary .type, .steps summary .kernel, .steps summary .work, .head .type, .head .kernel, .head .work { display: none; }
}
)css";

}  // namespace gearbox::cli::html
