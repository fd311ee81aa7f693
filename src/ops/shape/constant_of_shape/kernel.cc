#include "ops/run/arguments.h"
#include "ops/run/fill_constant.h"

namespace gearbox::ops::constant_of_shape {

namespace {

Status run_fast(KernelContext& context) {
  const Tensor& list = context.input(0);
  const std::span<const int64_t> dims(list.as<const int64_t>(), static_cast<size_t>(list.elements()));
  for (int64_t dim : dims) {
    if (dim < 0) return context.error("extents " + list_text(dims) + " in " + quoted(context, 0) + " hold a negative one");
  }
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, dims));
  return fill_constant(context, y);
}

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "ConstantOfShape", .name = "threaded", .run = run_fast}); }

}  // namespace gearbox::ops::constant_of_shape
