#include "cli/html/script.h"

namespace gearbox::cli::html {

const char* const kScript = R"js(
"use strict";
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// Filter: every word must occur in the row.
for (const box of all(".filter")) {
  const input = box.querySelector("input"), button = box.querySelector("button"), output = box.querySelector("output");
  const list = document.getElementById(input.dataset.list);
  const rows = [...list.children];
  const texts = rows.map((row) => row.querySelector("summary").textContent.toLowerCase());
  box.hidden = false;
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, i) => {
      row.hidden = !words.every((word) => texts[i].includes(word));
      shown += row.hidden ? 0 : 1;
    });
    list.classList.toggle("filtered", words.length > 0);
    output.textContent = words.length ? shown + " of " + rows.length + " steps" : "";
  });
  button.addEventListener("click", () => {
    const unfold = button.textContent === "Unfold all";
    for (const row of rows) row.querySelector("details").open = unfold;
    button.textContent = unfold ? "Fold all" : "Unfold all";
  });
}

// A link to a step or a gear shows it whatever is filtered or folded, and unfolds it.
function show() {
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  for (let around = target.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
  target.hidden = false;
  if (target.matches("li, :has(> .folded)")) target.querySelector("details").open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", show);
show();

// Charts say at once what one points at.
for (const chart of all(".chart")) {
  const readout = chart.querySelector(".readout");
  chart.addEventListener("pointerover", (event) => {
    const title = event.target.closest("a")?.querySelector("title");
    readout.textContent = title ? title.textContent.replaceAll("\n", "  ·  ") : "";
  });
}

// The steps that a step reads from, and those that read from it, stand out while one points at it.
for (const list of all(".steps ol")) {
  let marked = [];
  const mark = (row, links, kind) => all(links, row).forEach((link) => {
    const other = document.getElementById(link.hash.slice(1));
    other?.classList.add(kind);
    marked.push([other, kind]);
  });
  list.addEventListener("pointerover", (event) => {
    for (const [row, kind] of marked) row?.classList.remove(kind);
    marked = [];
    const row = event.target.closest("li");
    if (!row) return;
    mark(row, "a.maker", "made");
    mark(row, "a.reader", "reads");
  });
}
)js";

const char* const kScriptHash = "sha256-WJPxkaVGMcQWA6DDRNAKqwsTttVxQxmahY7V/wK63Cs=";

}  // namespace gearbox::cli::html
