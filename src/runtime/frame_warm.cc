#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/mapped_file.h"
#include "runtime/check_failure.h"
#include "runtime/frame.h"
#include "runtime/program_cost.h"

namespace gearbox {

namespace {

/// Extents to get ready for: those along axis 0 of an input, and all others.
struct Moderate {
  int64_t outer, inner;
};

/// Most that is touched for the first call, what a batch may take of it, and the room that small models are given for larger calls.
constexpr size_t kMostTouched = size_t{64} << 20, kMostOfBatch = size_t{2} << 20;
constexpr size_t kSmallArena = size_t{2} << 20, kSmallOutputs = size_t{512} << 10;
/// The part of the size of a model's constants that is touched of its scratch, of which its kernels may use little.
constexpr size_t kPartOfConstants = 32;
/// Tried in turn: batches where they take little, fewer positions where outputs would be large.
constexpr int64_t kFewest = 16;
constexpr std::array<Moderate, 4> kModerate = {{{64, 256}, {8, 256}, {1, 256}, {1, kFewest}}};

/// What a rehearsal may take: some tenths of a millisecond.
constexpr double kMostRehearsedFlops = 16e6;
constexpr std::array<Moderate, 7> kRehearsed = {{{8, 256}, {1, 256}, {1, 64}, {1, 32}, {1, 16}, {1, 8}, {1, 1}}};

/// The first check that the key violates, null where none does.
const ProgramCheck* violated(const Program& program, const ReadyProgram& ready, std::span<const int64_t> key, std::vector<int64_t>& slots) {
  slots.assign(static_cast<size_t>(program.dims.slots), 0);
  for (size_t k = 0; k < key.size(); ++k) slots[static_cast<size_t>(ready.key_slots[k])] = key[k];
  size_t failed = 0;  // an extent that is undefined for this key leaves later ones 0; what its check compares comes before it
  (void)run_dim_code(std::span(program.dims.code).first(static_cast<size_t>(program.prologue_end)), slots, &failed);
  const auto checks = std::span(program.checks).first(static_cast<size_t>(program.prologue_checks));
  const auto found = std::ranges::find_if(checks, [&](const ProgramCheck& check) {
    return !holds(check, slots[static_cast<size_t>(check.a)], slots[static_cast<size_t>(check.b)]);
  });
  return found == checks.end() ? nullptr : &*found;
}

/// Where extents of inputs depend on each other (a mask is as long as past and new tokens together), gives them the values checks demand.
void agree(const Program& program, const ReadyProgram& ready, std::vector<int64_t>& key) {
  std::vector<int64_t> slots;
  for (size_t turn = 0; turn < key.size(); ++turn) {
    const ProgramCheck* check = violated(program, ready, key, slots);
    if (!check || check->kind == ProgramCheck::Kind::kAtLeast) return;
    const auto of_input = [&](int32_t slot) { return std::ranges::find(ready.key_slots, slot) - ready.key_slots.begin(); };
    const auto all = static_cast<std::ptrdiff_t>(key.size());
    const std::ptrdiff_t a = of_input(check->a), b = of_input(check->b);
    if (a < all) {
      key[static_cast<size_t>(a)] = slots[static_cast<size_t>(check->b)];
    } else if (b < all) {
      key[static_cast<size_t>(b)] = slots[static_cast<size_t>(check->a)];
    } else {
      return;
    }
  }
}

std::vector<int64_t> key_of(const Program& program, const ReadyProgram& ready, Moderate extents) {
  std::vector<int64_t> key(ready.key_slots.size(), extents.inner);
  for (size_t k = 0; k < key.size(); ++k) {
    for (const SymbolBinding& binding : program.bindings) {
      if (binding.slot == ready.key_slots[k] && binding.axis == 0) key[k] = extents.outer;
    }
  }
  agree(program, ready, key);
  return key;
}

size_t held_constants(const Program& program) {
  size_t out = 0;
  for (const ProgramValue& value : program.values) {
    if (value.storage == Storage::kConstant) out += value.constant.bytes();
  }
  return out;
}

/// Without bodies, whose number of turns may depend on what the inputs hold.
bool runs_straight(const Program& program) {
  return std::none_of(program.steps.begin(), program.steps.end(), [](const ProgramStep& step) { return !step.bodies.empty(); });
}

}  // namespace

void Frame::warm() {
  rehearse();  // first, in little memory: the large pages of a large arena are for the background
  for (const Moderate extents : kModerate) {
    const auto plan = bind_plan(program_, ready_, key_of(program_, ready_, extents));
    if (!plan.ok()) continue;
    const bool little = (*plan)->arena_bytes + (*plan)->output_bytes <= kMostOfBatch, all = (*plan)->output_bytes <= kMostTouched;
    if ((extents.outer > 1 && !little) || (extents.inner > kFewest && !all)) continue;
    if ((little ? reserve_small(**plan) : reserve(**plan)).ok() && all) (void)reserve_outputs(**plan);
    break;
  }
  if (call_.options.touch_ahead > 1) memory_.touch_reserved(kMostTouched, held_constants(program_) / kPartOfConstants);
}

/// Room for the plan, and where calls may be larger for those too.
Status Frame::reserve_small(const BoundPlan& plan) {
  const bool may_grow = !ready_.plan && call_.options.touch_ahead > 1 && call_.options.memory_limit > kSmallArena + kSmallOutputs;
  const auto up_to = [](size_t bytes) { return WorkMemory::Growth{static_cast<double>(bytes), bytes}; };
  if (may_grow && plan.arena_bytes > 0) GBX_RETURN_IF_ERROR(memory_.reserve_arena(plan.arena_bytes, up_to(kSmallArena - plan.arena_bytes)));
  GBX_RETURN_IF_ERROR(reserve(plan));
  if (may_grow) output_growth_ = up_to(kSmallOutputs / std::max<size_t>(1, results_.size()));
  return {};
}

/// Runs on zeros, at the largest of some extents that takes no noticeable time and memory.
void Frame::rehearse() {
  if (!runs_straight(program_)) return;
  std::vector<int64_t> slots;
  for (const Moderate extents : kRehearsed) {
    const std::vector<int64_t> key = key_of(program_, ready_, extents);
    if (!bind_slots(program_, ready_, key, slots).ok() || program_cost(program_, ready_.ready_at, slots).flops > kMostRehearsedFlops)
      continue;
    const auto plan = bind_plan(program_, ready_, key);
    if (!plan.ok()) continue;
    size_t most = 0;
    std::vector<Tensor> inputs;
    for (const int32_t v : program_.inputs) {
      const ProgramValue& value = program_.values[static_cast<size_t>(v)];
      const int32_t at = (*plan)->extents_at[static_cast<size_t>(v)];
      if (at < 0) return;  // of any rank
      inputs.push_back({value.dtype, {(*plan)->extents.data() + at, value.dims.size()}, nullptr});
      most = std::max(most, (*plan)->bytes[static_cast<size_t>(v)]);
    }
    HugeBuffer zeros;
    if (most + (*plan)->arena_bytes + (*plan)->output_bytes > kMostOfBatch || !zeros.reserve(most).ok()) continue;
    for (Tensor& input : inputs) input.data = zeros.data();
    // A model may well refuse zeros, extents that its checks find only mid-run, or the little memory that values whose size zeros decide
    // have here: what was reached is ready all the same.
    const size_t limit = std::exchange(call_.options.memory_limit, std::min(call_.options.memory_limit, kMostOfBatch));
    call_.pool.set_limit(call_.options.memory_limit);
    if (adopt(*plan).ok()) {
      key_ = plan_->key;
      (void)run(inputs);
    }
    release();
    call_.options.memory_limit = limit;
    call_.pool.set_limit(limit);
    plan_ = nullptr;
    return;
  }
}

}  // namespace gearbox
