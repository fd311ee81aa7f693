#include "ops/shape/resize/axes.h"

namespace gearbox::ops::resize {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const ResampleOptions options = options_of(context);
  GBX_ASSIGN_OR_RETURN(const std::vector<ResampleAxis> axes, axes_of(context, options));
  Extents dims;
  for (const ResampleAxis& axis : axes) dims.push_back(axis.to);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  if (x.elements() == 0 && y.elements() > 0) return context.error(quoted(context, 0) + " is empty: nothing to resize");
  const bool known = dispatch_numeric(x.dtype, [&]<class T>(T) { resample(x.as<T>(), y.as<T>(), axes, options); });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Resize", .run = reference}); }

}  // namespace gearbox::ops::resize
