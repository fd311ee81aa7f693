#include <algorithm>
#include <array>

#include "kernels/loop_nest.h"
#include "ops/kernel_api.h"
#include "ops/run/walk.h"

namespace gearbox::ops::fused_loop {

namespace {

constexpr size_t kMaxRank = 8;

struct State final : KernelState {
  std::vector<LoopAccess> access;  ///< of each input
  int64_t column_multiple = 1;     ///< what the compiled loop relies on
  int64_t rank = 0;                ///< the least rank of the outputs
  LoopNest nest;                   ///< where every run has the same extents
};

Status run_fixed(const KernelState& given, void* const* operands, KernelContext& context) {
  const auto loop = reinterpret_cast<LoopFunction>(const_cast<void*>(context.code()));
  if (!loop) return context.error("its compiled loop is missing");
  const auto& state = static_cast<const State&>(given);
  run_loop(loop, state.nest, std::span(operands, static_cast<size_t>(state.nest.operands)), context.threads());
  return {};
}

/// The nest of a step whose extents are the same in every run.
Status make_fixed_nest(const PrepareContext& use, const State& state, LoopNest& nest) {
  std::array<LoopTensor, LoopNest::kMaxOperands> operands;
  size_t count = 0;
  for (const Tensor* x : use.fixed_inputs) {
    operands[count] = {nullptr, x->dims, dtype_size(x->dtype), state.access[count]};
    ++count;
  }
  for (const Tensor* y : use.fixed_outputs) operands[count++] = {nullptr, y->dims, dtype_size(y->dtype), LoopAccess::kDense};
  return make_loop_nest(use.fixed_outputs[0]->dims, std::span(operands.data(), count), nest);
}

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  for (int64_t kind : use.attributes.integers("access")) {
    if (kind < 0 || kind > static_cast<int64_t>(LoopAccess::kFlagged)) return corrupt("an access kind is out of range");
    state->access.push_back(static_cast<LoopAccess>(kind));
  }
  state->column_multiple = use.attributes.integer("column_multiple", 1);
  state->rank = use.attributes.integer("rank", 0);
  if (state->rank < 0 || state->rank > static_cast<int64_t>(kMaxRank)) return corrupt("its rank is out of range");
  if (state->column_multiple < 1) return corrupt("the multiple of its columns is out of range");
  if (state->access.size() != use.inputs.size() || use.inputs.size() + use.outputs.size() > LoopNest::kMaxOperands) {
    return corrupt("the loop's operands do not fit its description");
  }
  if (use.fixed() && !use.outputs.empty()) {
    // What is wrong with the extents shows in the run, as it does where they are not known before.
    const Status made = make_fixed_nest(use, *state, state->nest);
    if (made.ok() && state->nest.columns % state->column_multiple == 0) state->run_fixed = run_fixed;
  }
  return std::unique_ptr<KernelState>(std::move(state));
}

/// The broadcast of all inputs and of as many axes of extent 1 as `rank` says; returns its rank.
Result<size_t> broadcast_dims(KernelContext& context, size_t rank, std::array<int64_t, kMaxRank>& dims) {
  for (int i = 0; i < context.inputs(); ++i) rank = std::max(rank, context.input(i).dims.size());
  if (rank > kMaxRank) return context.error("rank " + std::to_string(rank) + " is not supported");
  dims.fill(1);
  for (int i = 0; i < context.inputs(); ++i) {
    const auto given = context.input(i).dims;
    for (size_t axis = 0; axis < given.size(); ++axis) {
      int64_t& at = dims[rank - given.size() + axis];
      if (given[axis] == at || given[axis] == 1) continue;
      if (at != 1) {
        return context.error("'" + std::string(context.input_name(i)) + "' has extent " + std::to_string(given[axis]) +
                             " where another input has " + std::to_string(at));
      }
      at = given[axis];
    }
  }
  return rank;
}

Status run(KernelContext& context) {
  const auto loop = reinterpret_cast<LoopFunction>(const_cast<void*>(context.code()));
  if (!loop) return context.error("its compiled loop is missing");
  const auto& state = static_cast<const State&>(*context.state());
  std::array<int64_t, kMaxRank> dims;
  GBX_ASSIGN_OR_RETURN(const size_t rank, broadcast_dims(context, static_cast<size_t>(state.rank), dims));
  std::array<LoopTensor, LoopNest::kMaxOperands> operands;
  size_t count = 0;
  for (int i = 0; i < context.inputs(); ++i, ++count) {
    const Tensor& x = context.input(i);
    operands[count] = {x.data, x.dims, dtype_size(x.dtype), state.access[static_cast<size_t>(i)]};
  }
  for (int i = 0; i < context.outputs(); ++i, ++count) {
    GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(i, std::span(dims.data(), rank)));
    operands[count] = {y.data, y.dims, dtype_size(y.dtype), LoopAccess::kDense};
  }
  LoopNest nest;
  GBX_RETURN_IF_ERROR(make_loop_nest(std::span(dims.data(), rank), std::span(operands.data(), count), nest));
  if (nest.columns % state.column_multiple != 0) {
    return context.error("its code is for rows of multiples of " + std::to_string(state.column_multiple) + " elements, they have " +
                         std::to_string(nest.columns));
  }
  run_loop(loop, nest, context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "FusedLoop", .domain = "gearbox", .name = "native", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::fused_loop
