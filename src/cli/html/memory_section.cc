#include "cli/html/memory_section.h"

#include "cli/html/memory_chart.h"
#include "cli/html/table_markup.h"
#include "cli/table.h"

namespace gearbox::cli::html {

namespace {

constexpr size_t kLargest = 10;

size_t late_tensors(const ProgramView& view) {
  size_t out = 0;
  for (size_t v = 0; v < view.program().values.size(); ++v) {
    const Storage storage = view.program().values[v].storage;
    out += view.plan()->extents_at[v] < 0 && storage != Storage::kConstant && storage != Storage::kAlias ? 1 : 0;
  }
  return out;
}

std::string arena_text(const BoundPlan& plan, size_t tensors) {
  if (tensors == 0) return "Nothing lies in the arena.";
  const std::string held = "The arena holds " + counted(tensors, "tensor") + " in " + bytes_text(plan.arena_bytes);
  if (plan.arena_bytes == plan.lower_bound) return held + ", as few bytes as live at once at the fullest step.";
  const double over = 100.0 * (static_cast<double>(plan.arena_bytes) / static_cast<double>(plan.lower_bound) - 1);
  return held + ", " + fixed_text(over, 1) + " % above what lives at once at the fullest step.";
}

std::string figures(const ProgramView& view, size_t tensors) {
  std::string out = arena_text(*view.plan(), tensors) + " Outputs take " + bytes_text(view.plan()->output_bytes) + ".";
  const size_t late = late_tensors(view);
  if (late > 0) out += " Not drawn: " + counted(late, "tensor") + " from the pool, whose extents only the run decides.";
  return out;
}

void write_largest(Markup& page, const ProgramView& view, const std::vector<int32_t>& largest) {
  open_table(page, "largest",
             {{"", "number"},
              {"largest tensors"},
              {"extents"},
              {"size", "number"},
              {"of the arena", "number"},
              {"offset", "number"},
              {"needed in"},
              {"made by"}});
  for (size_t i = 0; i < largest.size(); ++i) {
    const int32_t v = largest[i];
    const auto maker = static_cast<size_t>(view.value(v).first_step);
    const double share = 100.0 * static_cast<double>(view.bytes(v)) / static_cast<double>(view.plan()->arena_bytes);
    page.open("tr");
    number_cell(page, std::to_string(i + 1));
    page.open("td").open("a", {{"href", view.step_link(maker)}}).leaf("code", {}, view.value(v).name).close().close();
    code_cell(page, view.planned_type(v));
    number_cell(page, bytes_text(static_cast<uint64_t>(view.bytes(v))));
    number_cell(page, fixed_text(share, 1) + " %");
    number_cell(page, std::to_string(view.plan()->offsets[static_cast<size_t>(v)]));
    cell(page, life_text(view, v));
    cell(page, view.step(maker).op);
    page.close();
  }
  close_table(page);
}

}  // namespace

void write_memory(Markup& page, const ProgramView& view) {
  const MemoryLayout layout = lay_out_memory(view.program(), *view.plan(), kMemoryPlot, kLargest);
  page.leaf("p", {}, figures(view, layout.boxes.size()));
  if (layout.boxes.empty()) return;
  draw_memory(page, view, layout);
  write_largest(page, view, layout.largest);
}

}  // namespace gearbox::cli::html
