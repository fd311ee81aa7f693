#include "kernels/gemm.h"
#include "ops/kernel_api.h"
#include "ops/run/epilogue.h"
#include "ops/run/walk.h"

namespace gearbox::ops::linear {

namespace {

struct State final : KernelState {
  EpiloguePlan epilogue;
  int64_t k = 0, n = 0;
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  GBX_ASSIGN_OR_RETURN(state->epilogue, parse_epilogue(use));
  state->k = use.attributes.integer("k", -1);
  state->n = use.attributes.integer("n", -1);
  if (state->k < 0 || state->n < 0 || use.constants.size() < 2 || !use.constants[1] ||
      use.constants[1]->elements() < kernels::gemm_packed_size(state->k, state->n)) {
    return corrupt("the packed weights are too small");
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
  GBX_ASSIGN_OR_RETURN(void* scratch, context.scratch(static_cast<size_t>(kernels::gemm_scratch_bytes(context.threads().threads()))));
  const BoundEpilogue epilogue(state.epilogue, context);
  kernels::GemmArgs args;
  args.m = element_count(x.dims.first(x.dims.size() - 1));
  args.n = state.n;
  args.k = state.k;
  args.a = x.as<float>();
  args.a_row_stride = state.k;
  args.packed_b = context.input(1).as<float>();
  args.c = y.as<float>();
  args.ldc = state.n;
  args.epilogue = epilogue.epilogue();
  kernels::gemm_packed(args, context.threads(), scratch);
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "Linear", .domain = "gearbox", .name = "packed", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::linear
