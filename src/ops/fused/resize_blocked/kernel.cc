#include "ops/run/epilogue.h"
#include "ops/shape/resize/axes.h"
#include "ops/shape/resize/kernel_axis.h"

namespace gearbox::ops::resize_blocked {

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
  const ResampleOptions options = resize::options_of(context);
  const auto served = resize::kernel_axis(options);
  if (!served) return context.error("its mode is not served in blocked layout");
  GBX_ASSIGN_OR_RETURN(const std::vector<ResampleAxis> axes, resize::axes_of(context, options));
  if (axes.size() < 3 || axes.size() > 4 || axes[0].from != axes[0].to || axes[1].from != axes[1].to)
    return context.error("resizes more than spatial axes");
  Extents dims;
  for (const ResampleAxis& axis : axes) dims.push_back(axis.to);
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, dims));
  if (y.elements() == 0) return {};
  if (x.elements() == 0) return context.error(quoted(context, 0) + " is empty: nothing to resize");
  const kernels::ResizeAxis one{.coordinates = kernels::ResizeCoordinates::kAsymmetric, .rounding = kernels::ResizeRounding::kFloor};
  const kernels::ResizeAxis h = axes.size() == 4 ? resize::kernel_axis(*served, axes[2]) : one,
                            w = resize::kernel_axis(*served, axes.back());
  const size_t h_bytes = (kernels::resize_table_bytes(h) + 63) / 64 * 64;
  GBX_ASSIGN_OR_RETURN(void* memory, context.scratch(h_bytes + kernels::resize_table_bytes(w)));
  const kernels::ResizeTable rows = kernels::build_resize_table(h, memory);
  const kernels::ResizeTable columns = kernels::build_resize_table(w, static_cast<char*>(memory) + h_bytes);
  const BoundEpilogue epilogue(state.epilogue, context);
  kernels::resize_blocked(x.dims[0], x.dims[1], rows, columns, x.as<float>(), y.as<float>(), options.extrapolation, epilogue.epilogue(),
                          context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ResizeBlocked", .domain = "gearbox", .name = "blocked", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::resize_blocked
