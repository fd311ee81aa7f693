#include "ops/run/arguments.h"

namespace gearbox::ops::constant_of_shape {

Status reference(KernelContext& context) {
  const Ints dims = integers_of(context.input(0));
  for (int64_t dim : dims) {
    if (dim < 0) return context.error("extents " + list_text(dims) + " in " + quoted(context, 0) + " hold a negative one");
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const Literal* value = context.attributes().literal("value");
  const bool known = dispatch_size(y.dtype, [&]<class T>(T) {
    T element = 0;
    if (value) std::memcpy(&element, value->data(), sizeof(T));
    std::fill_n(y.as<T>(), y.elements(), element);
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ConstantOfShape", .run = reference}); }

}  // namespace gearbox::ops::constant_of_shape
