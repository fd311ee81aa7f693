#include <algorithm>

#include "cli/inspect_report.h"
#include "cli/program_text.h"
#include "cli/shape_spelling.h"
#include "cli/table.h"

namespace gearbox::cli {

namespace {

constexpr size_t kShownTensors = 16;

}  // namespace

Report memory_report(const Program& program, const BoundPlan& plan) {
  std::vector<size_t> placed;
  size_t late = 0;
  for (size_t v = 0; v < program.values.size(); ++v) {
    const Storage storage = program.values[v].storage;
    late += plan.extents_at[v] < 0 && storage != Storage::kConstant && storage != Storage::kAlias ? 1 : 0;
    if (plan.extents_at[v] >= 0 && (storage == Storage::kArena || storage == Storage::kOutput)) placed.push_back(v);
  }
  std::stable_sort(placed.begin(), placed.end(), [&](size_t a, size_t b) { return plan.bytes[a] > plan.bytes[b]; });
  const size_t total = placed.size();
  placed.resize(std::min(placed.size(), kShownTensors));
  Table table("llrrrll");
  table.row({"tensor", "extents", "size", "offset", "steps", "in", "made by"});
  nlohmann::json rows = nlohmann::json::array();
  for (const size_t v : placed) {
    const ProgramValue& value = program.values[v];
    const std::span extents = std::span(plan.extents).subspan(static_cast<size_t>(plan.extents_at[v]), value.dims.size());
    const bool arena = value.storage == Storage::kArena;
    const std::string maker = value.first_step < 0 ? "" : program.steps[static_cast<size_t>(value.first_step)].op;
    const int32_t last = std::max(value.first_step, value.last_step);
    table.row({value.name, std::string(dtype_name(value.dtype)) + " " + extents_text(extents), bytes_text(plan.bytes[v]),
               arena ? std::to_string(plan.offsets[v]) : "–", std::to_string(value.first_step) + "–" + std::to_string(last),
               storage_text(value.storage), maker});
    nlohmann::json row = {{"tensor", value.name},   {"extents", std::vector<int64_t>(extents.begin(), extents.end())},
                          {"bytes", plan.bytes[v]}, {"first_step", value.first_step},
                          {"last_step", last},      {"storage", storage_text(value.storage)},
                          {"operator", maker}};
    if (arena) row["offset"] = plan.offsets[v];
    rows.push_back(std::move(row));
  }
  const double over =
      plan.lower_bound > 0 ? 100.0 * (static_cast<double>(plan.arena_bytes) / static_cast<double>(plan.lower_bound) - 1) : 0;
  std::string text = "arena " + std::to_string(plan.arena_bytes) + " bytes (" + bytes_text(plan.arena_bytes) + "), at least " +
                     std::to_string(plan.lower_bound) + " live at once (" + fixed_text(over, 1) + " % above)\noutputs " +
                     std::to_string(plan.output_bytes) + " bytes; " + counted(late, "tensor") +
                     " with memory from the pool when the extents become known\n" + table.text();
  if (total > placed.size()) text += "and " + std::to_string(total - placed.size()) + " smaller ones\n";
  return {text,
          {{"arena_bytes", plan.arena_bytes},
           {"lower_bound", plan.lower_bound},
           {"output_bytes", plan.output_bytes},
           {"late_tensors", late},
           {"largest", std::move(rows)}}};
}

}  // namespace gearbox::cli
