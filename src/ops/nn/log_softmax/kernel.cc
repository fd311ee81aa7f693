#include "kernels/softmax.h"

#include "ops/run/float_only.h"
#include "ops/run/walk.h"

namespace gearbox::ops::log_softmax {

namespace {

Status run_fast(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, x.dims));
  AxisView view;
  if (context.version() >= 13) {
    if (!x.dims.empty()) view = axis_view(x.dims, static_cast<size_t>(normal_axis(context.attributes().integer("axis", -1), x.dims.size())));
  } else {
    const auto axis = static_cast<size_t>(normal_axis(context.attributes().integer("axis", 1), x.dims.size()));
    view = {element_count(x.dims.first(axis)), element_count(x.dims.subspan(axis)), 1};
  }
  kernels::softmax(kernels::SoftmaxKind::kLogSoftmax, view.outer, view.extent, view.inner, x.as<float>(), y.as<float>(), context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "LogSoftmax", .name = "vector", .run = run_fast, .supports = float_only});
}

}  // namespace gearbox::ops::log_softmax
