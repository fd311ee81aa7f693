#include "kernels/conv_nd.h"
#include "ops/run/float_only.h"
#include "ops/run/plain_window.h"

namespace gearbox::ops::conv {

Status reference(KernelContext& context);

namespace {

/// For convolutions that did not become blocked: computed weights, three or four spatial axes.
Status run_plain(KernelContext& context) {
  const Tensor &x = context.input(0), &w = context.input(1);
  if (w.rank() < 3 || w.rank() != x.rank()) return reference(context);
  const int64_t groups = context.attributes().integer("group", 1), outputs = w.dims[0];
  if (groups < 1 || outputs % groups != 0 || x.dims[1] != w.dims[1] * groups) return reference(context);
  if (context.has_input(2) && context.input(2).elements() != outputs) return reference(context);
  const auto window = plain_window(context, outputs, Ints(w.dims.begin() + 2, w.dims.end()));
  if (!window) return reference(context);
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, window->output()));
  std::array<kernels::ConvAxis, kPlainAxes> axes;
  for (size_t axis = 0; axis < window->spatial; ++axis) axes[axis] = window->axes[axis].axis;
  const kernels::ConvNdShape shape{x.dims[0], x.dims[1], outputs, groups, std::span(axes.data(), window->spatial)};
  kernels::conv_nd(shape, x.as<float>(), w.as<float>(), context.has_input(2) ? context.input(2).as<float>() : nullptr, y.as<float>(),
                   context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "Conv", .name = "plain", .run = run_plain, .supports = float_only}); }

}  // namespace gearbox::ops::conv
