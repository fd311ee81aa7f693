#include "kernels/pool.h"
#include "ops/kernel_api.h"
#include "ops/run/epilogue.h"
#include "ops/run/walk.h"

namespace gearbox::ops::global_pool_blocked {

namespace {

struct State final : KernelState {
  EpiloguePlan epilogue;
  kernels::PoolKind kind = kernels::PoolKind::kAverage;
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  GBX_ASSIGN_OR_RETURN(state->epilogue, parse_epilogue(use));
  if (use.attributes.text("kind", "") == "max") state->kind = kernels::PoolKind::kMax;
  return std::unique_ptr<KernelState>(std::move(state));
}

Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const Tensor& x = context.input(0);
  std::array<int64_t, 8> dims;
  if (x.dims.size() < 3 || x.dims.size() > dims.size()) return context.error("rank " + std::to_string(x.rank()) + " is not supported");
  dims.fill(1);
  std::copy_n(x.dims.begin(), 2, dims.begin());
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::span(dims).first(x.dims.size())));
  const BoundEpilogue epilogue(state.epilogue, context);
  kernels::global_pool_blocked(state.kind, x.dims[0], x.dims[1], element_count(x.dims.subspan(2)), x.as<float>(), y.as<float>(),
                               epilogue.epilogue(), context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "GlobalPoolBlocked", .domain = "gearbox", .name = "blocked", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::global_pool_blocked
