#include "ops/run/convert.h"
#include "ops/shape/pad/margins.h"

namespace gearbox::ops::pad {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Mode mode = mode_of(context.attributes());
  GBX_ASSIGN_OR_RETURN(const std::vector<Margin> margins, margins_of(context, mode));
  Extents dims;
  for (const Margin& margin : margins) dims.push_back(margin.extent);
  if (context.has_input(2) && context.input(2).elements() != 1) return context.error(quoted(context, 2) + " must hold one element");
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const Extents strides = dense_strides(x.dims);
  const bool known = dispatch_all(x.dtype, [&]<class T>(T) {
    const T fill = context.has_input(2) ? context.input(2).as<T>()[0] : convert<T>(context.attributes().real("value", 0));
    T* out = y.as<T>();
    for_each_index(dims, [&](std::span<const int64_t> index) {
      int64_t at = 0;
      bool inside = true;
      for (size_t k = 0; k < index.size(); ++k) {
        const int64_t from = source(margins[k], index[k], mode);
        inside = inside && from >= 0;
        at += from * strides[k];
      }
      *out++ = inside ? x.as<T>()[at] : fill;
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Pad", .run = reference}); }

}  // namespace gearbox::ops::pad
