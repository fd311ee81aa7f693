#include "runtime/memory_failure.h"

#include <algorithm>

#include "base/dims_text.h"

namespace gearbox {

Status with_largest(Status status, const Program& program, const BoundPlan& plan) {
  constexpr size_t kMost = 3;
  std::vector<size_t> planned;
  for (size_t v = 0; v < program.values.size(); ++v) {
    const Storage storage = program.values[v].storage;
    if (plan.extents_at[v] >= 0 && (storage == Storage::kArena || storage == Storage::kOutput)) planned.push_back(v);
  }
  const size_t shown = std::min(kMost, planned.size());
  std::ranges::partial_sort(planned, planned.begin() + static_cast<std::ptrdiff_t>(shown), std::greater(),
                            [&](size_t v) { return plan.bytes[v]; });
  for (size_t i = 0; i < shown; ++i) {
    const ProgramValue& value = program.values[planned[i]];
    const std::span<const int64_t> dims(plan.extents.data() + plan.extents_at[planned[i]], value.dims.size());
    status.with("'" + value.name + "' " + dims_text(dims), std::to_string(plan.bytes[planned[i]]) + " bytes");
  }
  return status;
}

}  // namespace gearbox
