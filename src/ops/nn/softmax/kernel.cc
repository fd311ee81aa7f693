#include "kernels/softmax.h"
#include "ops/run/softmax_view.h"

namespace gearbox::ops::softmax {

namespace {

Status run_fast(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const AxisView view, softmax_view(context));
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, x.dims));
  kernels::softmax(kernels::SoftmaxKind::kSoftmax, view.outer, view.extent, view.inner, x.as<float>(), y.as<float>(), context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "Softmax", .name = "vector", .run = run_fast, .supports = float_only});
}

}  // namespace gearbox::ops::softmax
