#include "kernels/pool.h"
#include "ops/run/blocked_geometry.h"
#include "ops/run/epilogue.h"

namespace gearbox::ops::pool_blocked {

namespace {

struct State final : KernelState {
  EpiloguePlan epilogue;
  Window window;
  kernels::PoolKind kind = kernels::PoolKind::kMax;
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  GBX_ASSIGN_OR_RETURN(state->epilogue, parse_epilogue(use));
  const size_t spatial = use.attributes.integers("kernel_shape").size();
  if (spatial < 1 || spatial > 2) return corrupt("a blocked pool has one or two spatial axes");
  GBX_ASSIGN_OR_RETURN(state->window, window_of(use.attributes, spatial));
  const std::string kind = use.attributes.text("kind", "");
  if (kind == "average") state->kind = kernels::PoolKind::kAverage;
  if (kind == "average_with_pads") state->kind = kernels::PoolKind::kAverageWithPads;
  return std::unique_ptr<KernelState>(std::move(state));
}

Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const Tensor& x = context.input(0);
  if (x.dims.size() != state.window.axes.size() + 2) return context.error("its input has rank " + std::to_string(x.rank()));
  kernels::PoolAxis h, w;
  for_each_spatial(x.dims, [&](bool height, size_t axis, int64_t extent) {
    kernels::PoolAxis& pool = height ? h : w;
    pool.axis = conv_axis(state.window, axis, extent);
    pool.pad_end = window_pad_end(state.window, axis, extent, pool.axis.out);
  });
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, output_dims(x.dims.size(), x.dims[0], x.dims[1], h.axis.out, w.axis.out).span()));
  const BoundEpilogue epilogue(state.epilogue, context);
  kernels::pool_blocked(state.kind, x.dims[0], x.dims[1], h, w, x.as<float>(), y.as<float>(), epilogue.epilogue(), context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "PoolBlocked", .domain = "gearbox", .name = "blocked", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::pool_blocked
