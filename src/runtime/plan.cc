#include "runtime/plan.h"

#include <algorithm>

#include "base/hash.h"
#include "base/interval_packing.h"
#include "runtime/check_failure.h"

namespace gearbox {

namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kMostBytes = size_t{1} << 46;

/// Aliases lie inside of what they are aliases of: only a package made by others can say otherwise.
Status check_aliases(const Program& program, const ReadyProgram& ready, const BoundPlan& plan) {
  for (size_t v = 0; v < program.values.size(); ++v) {
    const auto root = static_cast<size_t>(ready.root[v]);
    if (root == v) continue;
    const bool known = plan.extents_at[v] >= 0 && plan.extents_at[root] >= 0;
    if (!known && ready.offset[v] == 0) continue;
    if (!known || static_cast<size_t>(ready.offset[v]) > plan.bytes[root] ||
        plan.bytes[v] > plan.bytes[root] - static_cast<size_t>(ready.offset[v]))
      return corrupt("program '" + program.name + "': '" + program.values[v].name + "' lies outside of what it is part of");
  }
  return {};
}

}  // namespace

size_t buffer_bytes(const ProgramValue& value, std::span<const int64_t> extents) {
  size_t elements = 1;
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    const int64_t extent = value.blocked && axis == 1 ? (extents[axis] + 7) / 8 * 8 : extents[axis];
    if (extent < 0 || __builtin_mul_overflow(elements, static_cast<size_t>(extent), &elements)) return SIZE_MAX;
  }
  size_t bytes = 0;
  if (__builtin_mul_overflow(elements, dtype_size(value.dtype), &bytes) || bytes > kMostBytes) return SIZE_MAX;
  return bytes;
}

Status bind_slots(const Program& program, const ReadyProgram& ready, std::span<const int64_t> key, std::vector<int64_t>& slots) {
  slots.assign(static_cast<size_t>(program.dims.slots), 0);
  for (size_t i = 0; i < key.size(); ++i) slots[static_cast<size_t>(ready.key_slots[i])] = key[i];
  const auto code = std::span(program.dims.code).first(static_cast<size_t>(program.prologue_end));
  const auto checks = std::span(program.checks).first(static_cast<size_t>(program.prologue_checks));
  size_t failed = 0;
  if (!run_dim_code(code, slots, &failed)) return undefined_extent(program, failed, checks, slots);
  for (const ProgramCheck& check : checks) {
    const int64_t a = slots[static_cast<size_t>(check.a)], b = slots[static_cast<size_t>(check.b)];
    if (!holds(check, a, b)) return check_failure(program, check, slots);
  }
  return {};
}

namespace {

/// Makes `plan` that of the key; after an error it is none.
Status bind(const Program& program, const ReadyProgram& ready, std::span<const int64_t> key, BoundPlan* plan) {
  plan->key.assign(key.begin(), key.end());
  GBX_RETURN_IF_ERROR(bind_slots(program, ready, key, plan->slots));
  const size_t count = program.values.size();
  plan->extents.clear();
  plan->extents_at.assign(count, -1);
  plan->bytes.assign(count, 0);
  plan->offsets.assign(count, 0);
  plan->output_bytes = 0;
  for (size_t v = 0; v < count; ++v) {
    if (ready.ready_at[v] >= 0) continue;
    plan->extents_at[v] = static_cast<int32_t>(plan->extents.size());
    for (int32_t slot : program.values[v].dims) plan->extents.push_back(plan->slots[static_cast<size_t>(slot)]);
  }
  std::vector<LiveBlock> blocks;
  std::vector<size_t> owners;
  for (size_t v = 0; v < count; ++v) {
    if (plan->extents_at[v] < 0) continue;
    const ProgramValue& value = program.values[v];
    const std::span<const int64_t> extents(plan->extents.data() + plan->extents_at[v], value.dims.size());
    for (size_t axis = 0; axis < extents.size(); ++axis) {
      if (extents[axis] < 0) {
        return invalid_argument("extent " + std::to_string(axis) + " of '" + value.name + "' would be " + std::to_string(extents[axis]) +
                                " for these inputs");
      }
    }
    plan->bytes[v] = buffer_bytes(value, extents);
    if (plan->bytes[v] == SIZE_MAX) return resource_exhausted("'" + value.name + "' is too large for these inputs");
    if (value.storage == Storage::kOutput) plan->output_bytes += plan->bytes[v];
    if (value.storage != Storage::kArena) continue;
    blocks.push_back({plan->bytes[v], ready.live_from[v], std::max(value.first_step, value.last_step)});
    owners.push_back(v);
  }
  GBX_RETURN_IF_ERROR(check_aliases(program, ready, *plan));
  plan->arena_bytes = pack_intervals(blocks, kAlignment);
  plan->lower_bound = live_lower_bound(blocks, kAlignment);
  for (size_t i = 0; i < blocks.size(); ++i) plan->offsets[owners[i]] = blocks[i].offset;
  return {};
}

}  // namespace

Result<std::shared_ptr<const BoundPlan>> bind_plan(const Program& program, const ReadyProgram& ready, std::span<const int64_t> key) {
  auto plan = std::make_shared<BoundPlan>();
  GBX_RETURN_IF_ERROR(bind(program, ready, key, plan.get()));
  return std::shared_ptr<const BoundPlan>(std::move(plan));
}

/// Where nothing lies in the arena, a plan is made about as fast as it is found: in the memory of one that is not used any more.
Result<std::shared_ptr<const BoundPlan>> PlanCache::unplaced(const Program& program, const ReadyProgram& ready,
                                                             std::span<const int64_t> key) {
  const auto in_use = [](const std::shared_ptr<BoundPlan>& plan) { return plan.use_count() > 1; };
  std::shared_ptr<BoundPlan>& plan = in_use(unplaced_[0]) ? unplaced_[1] : unplaced_[0];
  if (!plan || in_use(plan)) plan = std::make_shared<BoundPlan>();
  GBX_RETURN_IF_ERROR(bind(program, ready, key, plan.get()));
  return std::shared_ptr<const BoundPlan>(plan);
}

Result<std::shared_ptr<const BoundPlan>> PlanCache::find(const Program& program, const ReadyProgram& ready, std::span<const int64_t> key) {
  if (ready.planned.empty()) return unplaced(program, ready, key);
  const uint64_t hash = hash64(std::as_bytes(key));
  const auto [begin, end] = index_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    if (!std::equal(key.begin(), key.end(), (*it->second)->key.begin(), (*it->second)->key.end())) continue;
    plans_.splice(plans_.begin(), plans_, it->second);
    ++hits_;
    return plans_.front();
  }
  ++misses_;
  GBX_ASSIGN_OR_RETURN(std::shared_ptr<const BoundPlan> plan, bind_plan(program, ready, key));
  if (plans_.size() >= most_) {
    const auto& oldest = plans_.back();
    const uint64_t old_hash = hash64(std::as_bytes(std::span(oldest->key)));
    const auto [first, last] = index_.equal_range(old_hash);
    for (auto it = first; it != last; ++it) {
      if (*it->second == oldest) {
        index_.erase(it);
        break;
      }
    }
    plans_.pop_back();
  }
  plans_.push_front(plan);
  index_.emplace(hash, plans_.begin());
  return plan;
}

}  // namespace gearbox
