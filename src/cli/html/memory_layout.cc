#include "cli/html/memory_layout.h"

#include <algorithm>

#include "cli/table.h"

namespace gearbox::cli::html {

namespace {

/// The least of 1, 2, 5, 10, 20 … with which `count` steps, one or more, reach `most`.
int64_t round_step(int64_t most, int count) {
  for (int64_t decade = 1;; decade *= 10) {
    for (const int64_t digit : {1, 2, 5}) {
      if (most / (digit * decade) <= count) return digit * decade;
    }
  }
}

}  // namespace

std::vector<int64_t> round_ticks(int64_t most, int count) {
  std::vector<int64_t> out;
  const int64_t step = round_step(most, count);
  for (int64_t i = 0; i <= most / step; ++i) out.push_back(i * step);
  return out;
}

std::vector<int64_t> round_byte_ticks(int64_t most, int count) {
  int64_t unit = 1;
  while (most / unit >= 1024) unit *= 1024;
  std::vector<int64_t> out = round_ticks(most / unit, count);
  for (int64_t& at : out) at *= unit;
  return out;
}

MemoryLayout lay_out_memory(const Program& program, const BoundPlan& plan, const Area& plot, size_t ranked) {
  MemoryLayout out;
  const double bytes_high = plan.arena_bytes > 0 ? plot.height / static_cast<double>(plan.arena_bytes) : 0;
  const double step_wide = program.steps.empty() ? 0 : plot.width / static_cast<double>(program.steps.size());
  const double floor = plot.y + plot.height;
  const auto height_at = [&](size_t bytes) { return floor - static_cast<double>(bytes) * bytes_high; };
  for (size_t v = 0; v < program.values.size(); ++v) {
    const ProgramValue& value = program.values[v];
    if (value.storage != Storage::kArena || plan.extents_at[v] < 0 || plan.bytes[v] == 0) continue;
    const int32_t last = std::max(value.first_step, value.last_step);
    MemoryBox box{static_cast<int32_t>(v), {}, 0};
    box.area.x = plot.x + value.first_step * step_wide;
    box.area.width = (last - value.first_step + 1) * step_wide;
    box.area.y = height_at(plan.offsets[v] + plan.bytes[v]);
    box.area.height = static_cast<double>(plan.bytes[v]) * bytes_high;
    out.boxes.push_back(box);
  }
  std::vector<size_t> order(out.boxes.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto bytes_of = [&](size_t i) { return plan.bytes[static_cast<size_t>(out.boxes[i].value)]; };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return bytes_of(a) > bytes_of(b); });
  for (size_t rank = 0; rank < std::min(ranked, order.size()); ++rank) {
    out.boxes[order[rank]].rank = rank + 1;
    out.largest.push_back(out.boxes[order[rank]].value);
  }
  out.arena_at = height_at(plan.arena_bytes);
  out.bound_at = height_at(plan.lower_bound);
  for (const int64_t at : round_byte_ticks(static_cast<int64_t>(plan.arena_bytes), 4))
    out.offsets.push_back({height_at(static_cast<size_t>(at)), bytes_text(static_cast<uint64_t>(at))});
  const auto steps = static_cast<int64_t>(program.steps.size());
  for (const int64_t at : round_ticks(std::max<int64_t>(steps - 1, 0), 10))
    out.steps.push_back({plot.x + (static_cast<double>(at) + 0.5) * step_wide, std::to_string(at)});
  return out;
}

}  // namespace gearbox::cli::html
