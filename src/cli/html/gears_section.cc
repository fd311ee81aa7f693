#include "cli/html/gears_section.h"

#include "cli/html/gears_drawing.h"
#include "cli/html/program_view.h"
#include "cli/html/table_markup.h"
#include "cli/table.h"
#include "runtime/gears/gear_text.h"
#include "runtime/program_cost.h"

namespace gearbox::cli::html {

namespace {

/// "1×?×64": '?' where calls of the gear differ; "any rank" where even that is open.
std::string output_text(const GearInfo::Extents& extents) {
  if (!extents) return "any rank";
  std::string out;
  for (const int64_t extent : *extents) out += (out.empty() ? "" : "×") + (extent < 0 ? "?" : std::to_string(extent));
  return out.empty() ? "scalar" : out;
}

/// The sum of what is known of the steps' work; -1 without a plan.
int64_t work(const Model& model, const Entry& entry) {
  if (!entry.plan) return -1;
  int64_t out = 0;
  for (const int64_t flops : step_flops(model.contents().programs[entry.program], entry.plan->slots)) out += std::max<int64_t>(flops, 0);
  return out;
}

void write_figures(Markup& page, const Model& model, const Entry& entry) {
  number_cell(page, std::to_string(model.contents().programs[entry.program].steps.size()));
  number_cell(page, entry.plan ? bytes_text(entry.plan->arena_bytes) : "–");
  number_cell(page, entry.plan ? bytes_text(entry.plan->output_bytes) : "–");
  number_cell(page, work_text(work(model, entry)));
}

void write_row(Markup& page, const Model& model, const Entry& entry) {
  const GearSet& set = model.gears();
  const auto row = static_cast<size_t>(entry.gear);
  page.open("tr").open("td", {{"class", "number"}}).leaf("a", {{"href", "#" + entry.id}}, std::to_string(row)).close();
  for (const int64_t value : set.table.rows[row]) number_cell(page, std::to_string(value));
  write_figures(page, model, entry);
  for (const GearInfo::Extents& extents : set.gears[row].outputs) code_cell(page, output_text(extents));
  page.close();
}

void write_fallback(Markup& page, const Model& model, const Entry& entry) {
  page.open("tr", {{"class", "total"}}).open("td", {{"colspan", std::to_string(1 + model.gears().table.axes.size())}});
  page.leaf("a", {{"href", "#" + entry.id}}, "dynamic").close();
  write_figures(page, model, entry);
  page.leaf("td", {{"colspan", std::to_string(model.main().outputs.size())}}, "").close();
}

void write_table(Markup& page, const Model& model, std::span<const Entry> entries) {
  std::vector<std::string> titles;
  for (const options::GearAxis& axis : model.gears().table.axes)
    titles.push_back(axis_name(axis) + (axis.mode == options::GearMode::kBounded ? " at most" : ""));
  std::vector<Column> columns = {{"gear", "number"}};
  for (const std::string& title : titles) columns.push_back({title, "number"});
  for (const std::string_view title : {"steps", "arena", "outputs", "operations"}) columns.push_back({title, "number"});
  for (const std::string& name : model.main().output_names) columns.push_back({name});
  open_table(page, "gears", columns);
  for (const Entry& entry : entries) {
    if (entry.gear >= 0) write_row(page, model, entry);
  }
  for (const Entry& entry : entries) {
    if (entry.gear < 0) write_fallback(page, model, entry);
  }
  close_table(page);
}

}  // namespace

void write_gears(Markup& page, const Model& model, std::span<const Entry> entries) {
  page.open("section", {{"id", "gears"}}).leaf("h2", {}, "Gears");
  page.open("p").text("A call takes the gear of exactly its extents, else the cheapest gear that is planned for at least these, else ");
  page.text(model.gears().fallback ? "the dynamic program." : "it is refused: the package has no dynamic program.").close();
  draw_gears(page, model, entries);
  write_table(page, model, entries);
  page.close();
}

}  // namespace gearbox::cli::html
