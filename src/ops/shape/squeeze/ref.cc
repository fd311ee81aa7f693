#include "ops/run/arguments.h"

namespace gearbox::ops::squeeze {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  std::vector<bool> dropped(x.dims.size());
  if (const auto axes = integer_argument(context, "axes", 1)) {
    GBX_ASSIGN_OR_RETURN(const std::vector<size_t> normal, checked_axes(context, *axes, x.rank()));
    for (size_t axis : normal) {
      if (x.dims[axis] != 1) {
        return context.error("extent " + std::to_string(x.dims[axis]) + " of " + quoted(context, 0) + " at axis " + std::to_string(axis) +
                             " is not 1 and cannot be squeezed");
      }
      dropped[axis] = true;
    }
  } else {
    for (size_t axis = 0; axis < dropped.size(); ++axis) dropped[axis] = x.dims[axis] == 1;
  }
  Extents dims;
  for (size_t axis = 0; axis < dropped.size(); ++axis) {
    if (!dropped[axis]) dims.push_back(x.dims[axis]);
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  copy_elements(x, y);
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Squeeze", .run = reference}); }

}  // namespace gearbox::ops::squeeze
