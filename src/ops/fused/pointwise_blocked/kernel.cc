#include "kernels/pointwise.h"
#include "ops/kernel_api.h"
#include "ops/run/epilogue.h"

namespace gearbox::ops::pointwise_blocked {

namespace {

struct State final : KernelState {
  EpiloguePlan epilogue;
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  GBX_ASSIGN_OR_RETURN(state->epilogue, parse_epilogue(use));
  return std::unique_ptr<KernelState>(std::move(state));
}

Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const Tensor& x = context.input(0);
  if (x.rank() < 2) return context.error("a blocked tensor has at least two axes");
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, x.dims));
  if (y.elements() == 0) return {};
  const BoundEpilogue epilogue(state.epilogue, context);
  kernels::pointwise_blocked(x.dims[0], x.dims[1], element_count(x.dims.subspan(2)), x.as<float>(), y.as<float>(), epilogue.epilogue(),
                             context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "PointwiseBlocked", .domain = "gearbox", .name = "blocked", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::pointwise_blocked
