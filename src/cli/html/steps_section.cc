#include "cli/html/steps_section.h"

#include "cli/html/rail_drawing.h"
#include "cli/html/step_details.h"
#include "cli/table.h"

namespace gearbox::cli::html {

namespace {

constexpr int kMostLanes = 12;
constexpr size_t kFewSteps = 8;  // need no filter

std::vector<int32_t> given(const std::vector<int32_t>& values) {
  std::vector<int32_t> out;
  for (const int32_t v : values) {
    if (v >= 0) out.push_back(v);
  }
  return out;
}

std::string type_here(const ProgramView& view, int32_t v) {
  const std::string planned = view.planned_type(v);
  return planned.empty() ? view.type(v) : planned;
}

void write_column(Markup& page, std::string_view kind, const std::string& text) {
  page.leaf("span", {{"class", std::string(kind)}, {"title", text}}, text);
}

void write_row(Markup& page, const ProgramView& view, size_t s, const Rails& rails) {
  const ProgramStep& step = view.step(s);
  const std::vector<int32_t> outputs = given(step.outputs);
  page.open("li", {{"id", view.step_id(s)}, {"class", step.alias_only ? "view" : ""}});
  page.open("details").open("summary");
  draw_rail(page, rails.rows[s], rails.lanes);
  page.leaf("span", {{"class", "number"}}, std::to_string(s));
  write_column(page, "op", step.op);
  write_column(page, "name", outputs.empty() ? step.node : view.value(outputs.front()).name);
  std::string type = outputs.empty() ? "" : type_here(view, outputs.front());
  if (outputs.size() > 1) type += " and " + std::to_string(outputs.size() - 1) + " more";
  write_column(page, "type", type);
  write_column(page, "kernel", view.kernel(s));
  page.leaf("span", {{"class", "work"}}, view.flops(s) > 0 ? work_text(view.flops(s)) : "");
  page.close();
  page.open("div", {{"class", "more"}});
  draw_rail_below(page, rails.rows[s], rails.lanes);
  page.open("div");
  write_step_details(page, view, s);
  page.close().close().close().close();
}

void write_filter(Markup& page, const ProgramView& view) {
  const std::string list = view.id() + "-steps";
  page.open("p", {{"class", "filter"}, {"hidden", ""}});
  page.open("label").text("Filter ");
  page.empty("input", {{"type", "search"}, {"data-list", list}, {"placeholder", "operator, kernel, tensor …"}});
  page.close();
  page.leaf("output", {}, "");
  page.leaf("button", {{"type", "button"}, {"data-unfold", list}}, "Unfold all");
  page.close();
}

}  // namespace

void write_steps(Markup& page, const ProgramView& view) {
  const Rails rails = lay_out_rails(view.program(), kMostLanes);
  const size_t count = view.program().steps.size();
  if (count > kFewSteps) write_filter(page, view);
  const std::string width = std::to_string(rails_width(rails.lanes)) + "px";
  page.open("div", {{"class", "steps"}, {"style", "--rail: " + width}});
  page.open("p", {{"class", "head"}, {"aria-hidden", "true"}});
  for (const auto& [kind, title] : {std::pair("", ""),
                                    {"number", "step"},
                                    {"op", "operator"},
                                    {"name", "output"},
                                    {"type", view.plan() ? "extents" : "type"},
                                    {"kernel", "kernel"},
                                    {"work", "operations"}})
    page.leaf("span", {{"class", kind}}, title);
  page.close();
  page.open("ol", {{"id", view.id() + "-steps"}});
  for (size_t s = 0; s < count; ++s) write_row(page, view, s, rails);
  page.close().close();
}

}  // namespace gearbox::cli::html
