#include "ops/run/arguments.h"

namespace gearbox::ops::unsqueeze {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Ints axes = integer_argument(context, "axes", 1).value_or(Ints());
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> normal, checked_axes(context, axes, x.rank() + static_cast<int64_t>(axes.size())));
  std::vector<bool> added(x.dims.size() + axes.size());
  for (size_t axis : normal) added[axis] = true;
  Extents dims;
  size_t from = 0;
  for (bool is_new : added) dims.push_back(is_new ? 1 : x.dims[from++]);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  copy_elements(x, y);
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Unsqueeze", .run = reference}); }

}  // namespace gearbox::ops::unsqueeze
