#include "kernels/gemm.h"
#include "ops/kernel_api.h"
#include "ops/run/epilogue.h"
#include "ops/run/walk.h"

namespace gearbox::ops::linear {

namespace {

struct State final : KernelState {
  std::string algorithm(std::span<const Tensor> inputs) const override;

  EpiloguePlan epilogue;
  int64_t k = 0, n = 0;
  bool mixes = false;
  bool far = false;   ///< the weights have left the caches when the step comes round again
  int64_t rows = -1;  ///< of every run
  size_t output = 0;  ///< its place among the operands
};

/// Weights of one program from which on they leave a core's own caches between a run and the next.
constexpr size_t kLeavesNearCaches = size_t{4} << 20;

Status multiply(const State& state, int64_t rows, const void* x, const void* weights, void* y, const BoundEpilogue& epilogue,
                KernelContext& context) {
  GBX_ASSIGN_OR_RETURN(void* scratch, context.scratch(static_cast<size_t>(kernels::gemm_scratch_bytes(context.threads().threads()))));
  kernels::GemmArgs args;
  args.m = rows;
  args.n = state.n;
  args.k = state.k;
  args.a = static_cast<const float*>(x);
  args.a_row_stride = state.k;
  args.packed_b = static_cast<const float*>(weights);
  args.c = static_cast<float*>(y);
  args.ldc = state.n;
  args.mixes_rows = state.mixes;
  args.streams_b = state.far;
  args.epilogue = epilogue.epilogue();
  kernels::gemm_packed(args, context.threads(), scratch);
  return {};
}

/// Rows of an input whose last axis is the depth; -1 where it is not.
int64_t rows_of(std::span<const int64_t> dims, int64_t k) {
  return dims.empty() || dims.back() != k ? -1 : element_count(dims.first(dims.size() - 1));
}

std::string State::algorithm(std::span<const Tensor> inputs) const {
  if (!mixes || inputs.empty()) return {};
  const kernels::GemmArgs shape{.m = rows_of(inputs[0].dims, k), .n = n, .k = k, .mixes_rows = true};
  return kernels::gemm_takes_strassen(shape, 1) ? "strassen" : "plain";
}

Status run_fixed(const KernelState& given, void* const* operands, KernelContext& context) {
  const auto& state = static_cast<const State&>(given);
  return multiply(state, state.rows, operands[0], operands[1], operands[state.output], BoundEpilogue(state.epilogue, operands), context);
}

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  GBX_ASSIGN_OR_RETURN(state->epilogue, parse_epilogue(use));
  state->k = use.attributes.integer("k", -1);
  state->n = use.attributes.integer("n", -1);
  state->mixes = use.attributes.integer("mixes", 0) != 0;
  state->far = use.constant_bytes > kLeavesNearCaches;
  if (state->k < 0 || state->n < 0 || use.constants.size() < 2 || !use.constants[1] ||
      use.constants[1]->elements() < kernels::gemm_packed_size(state->k, state->n)) {
    return corrupt("the packed weights are too small");
  }
  if (!use.fixed() || !BoundEpilogue::bound_by_address(state->epilogue)) return std::unique_ptr<KernelState>(std::move(state));
  state->rows = rows_of(use.fixed_inputs[0]->dims, state->k);
  if (state->rows >= 0 && rows_of(use.fixed_outputs[0]->dims, state->n) == state->rows) {
    state->output = use.inputs.size();
    state->run_fixed = run_fixed;
  }
  return std::unique_ptr<KernelState>(std::move(state));
}

Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const Tensor& x = context.input(0);
  std::array<int64_t, 8> dims;
  if (x.dims.empty() || x.dims.size() > dims.size()) return context.error("rank " + std::to_string(x.rank()) + " is not supported");
  std::copy(x.dims.begin(), x.dims.end(), dims.begin());
  dims[x.dims.size() - 1] = state.n;
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::span(dims.data(), x.dims.size())));
  return multiply(state, element_count(x.dims.first(x.dims.size() - 1)), x.data, context.input(1).data, y.data,
                  BoundEpilogue(state.epilogue, context), context);
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "Linear", .domain = "gearbox", .name = "packed", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::linear
