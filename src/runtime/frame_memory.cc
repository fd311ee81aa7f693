#include <algorithm>
#include <cstring>

#include "base/dims_text.h"
#include "runtime/frame.h"
#include "runtime/memory_failure.h"

namespace gearbox {

namespace {

/// Most room ahead of what calls need: of the arena, of all outputs together.
constexpr size_t kMostArenaAhead = size_t{64} << 20, kMostOutputsAhead = size_t{8} << 20;

}  // namespace

/// Room for the plan's arena. Sets how far ahead of it and of its outputs memory may reach.
Status Frame::reserve(const BoundPlan& plan) {
  constexpr size_t kWorthTouching = size_t{2} << 20;
  const size_t limit = call_.options.memory_limit;
  size_t needed = 0;
  if (__builtin_add_overflow(plan.arena_bytes, plan.output_bytes, &needed) || needed > limit) {
    return with_largest(resource_exhausted("this call needs " + std::to_string(plan.arena_bytes) + " bytes of working memory and " +
                                           std::to_string(plan.output_bytes) + " of outputs, the limit is " + std::to_string(limit)),
                        program_, plan);
  }
  const bool ahead = !body_ && needed >= kWorthTouching;
  const size_t spare = ahead ? (limit - needed) / 2 : 0;
  output_growth_ = {call_.options.touch_ahead, std::min(spare, kMostOutputsAhead) / std::max<size_t>(1, results_.size())};
  Status reserved = memory_.reserve_arena(plan.arena_bytes, {call_.options.touch_ahead, std::min(spare, kMostArenaAhead)});
  return reserved.ok() ? Status() : with_largest(std::move(reserved), program_, plan);
}

/// Room for the outputs whose extents the plan knows.
Status Frame::reserve_outputs(const BoundPlan& plan) {
  for (size_t i = 0; i < results_.size(); ++i) {
    const auto root = static_cast<size_t>(ready_.root[static_cast<size_t>(program_.outputs[i])]);
    if (program_.values[root].storage != Storage::kOutput || plan.extents_at[root] < 0) continue;
    GBX_ASSIGN_OR_RETURN(tensors_[root].data, output_memory(i, plan.bytes[root]));
  }
  return {};
}

/// Refuses buffers that are too small for what the plan knows.
Status Frame::check_given() const {
  for (size_t i = 0; i < given_.size(); ++i) {
    const auto v = static_cast<size_t>(program_.outputs[i]);
    if (plan_->extents_at[v] >= 0) GBX_RETURN_IF_ERROR(check_room(i, buffer_bytes(program_.values[v], tensors_[v].dims)));
  }
  return {};
}

Status Frame::check_room(size_t output, size_t bytes) const {
  if (given_.empty() || !given_[output].data || bytes <= given_[output].capacity) return {};
  return invalid_argument("output '" + program_.output_names[output] + "' needs " + std::to_string(bytes) + " bytes, its buffer has " +
                          std::to_string(given_[output].capacity));
}

Result<void*> Frame::own_output_memory(size_t output, size_t bytes) {
  const Result<void*> reserved = memory_.reserve_output(output, turn_, bytes, output_growth_);
  if (!reserved.ok()) return resource_exhausted("output '" + program_.output_names[output] + "': " + reserved.status().message());
  void* memory = *reserved;
  if (call_.options.poison) std::memset(memory, 0xFF, bytes);
  return memory;
}

/// The caller's buffer where the output alone uses it, else one of the context.
Result<void*> Frame::output_memory(size_t output, size_t bytes) {
  if (given_.empty() || !given_[output].data) return own_output_memory(output, bytes);
  const auto root_of = [&](int32_t v) { return ready_.root[static_cast<size_t>(v)]; };
  const int32_t root = root_of(program_.outputs[output]);
  const auto users = std::count_if(program_.outputs.begin(), program_.outputs.end(), [&](int32_t v) { return root_of(v) == root; });
  if (users > 1) return own_output_memory(output, bytes);
  GBX_RETURN_IF_ERROR(check_room(output, bytes));
  return given_[output].data;
}

/// Copies those results into the caller's buffers that were not made there: passed through, constant or used twice.
Status Frame::fill_given() {
  for (size_t i = 0; i < given_.size(); ++i) {
    void* to = given_[i].data;
    if (!to || results_[i].data == to) continue;
    const size_t bytes = static_cast<size_t>(results_[i].elements()) * dtype_size(results_[i].dtype);
    GBX_RETURN_IF_ERROR(check_room(i, bytes));
    if (bytes > 0) std::memcpy(to, results_[i].data, bytes);
    results_[i].data = to;
  }
  return {};
}

Result<void*> Frame::late_memory(int32_t value, std::span<const int64_t> dims) {
  const ProgramValue& described = program_.values[static_cast<size_t>(value)];
  const size_t bytes = buffer_bytes(described, dims);
  if (bytes == SIZE_MAX) return resource_exhausted("'" + described.name + "' would have the extents " + dims_text(dims));
  if (described.storage == Storage::kOutput) {
    for (size_t i = 0; i < results_.size(); ++i) {
      if (ready_.root[static_cast<size_t>(program_.outputs[i])] != value) continue;
      if (bytes > call_.options.memory_limit)
        return resource_exhausted("output '" + described.name + "' needs " + std::to_string(bytes) + " bytes");
      return output_memory(i, bytes);
    }
  }
  void*& block = pool_blocks_[static_cast<size_t>(value)];
  call_.pool.give(block);
  block = nullptr;
  Result<void*> taken = call_.pool.take(bytes);
  if (!taken.ok()) return resource_exhausted("'" + described.name + "' " + dims_text(dims) + ": " + taken.status().message());
  block = *taken;
  return block;
}

}  // namespace gearbox
