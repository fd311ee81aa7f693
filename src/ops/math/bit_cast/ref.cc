#include "ops/run/arguments.h"

namespace gearbox::ops::bit_cast {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  if (dtype_size(context.output_dtype(0)) != dtype_size(x.dtype)) return context.error("the element types differ in width");
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  copy_elements(x, y);
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "BitCast", .run = reference}); }

}  // namespace gearbox::ops::bit_cast
