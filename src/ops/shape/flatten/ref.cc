#include "ops/run/arguments.h"

namespace gearbox::ops::flatten {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const int64_t axis = context.attributes().integer("axis", 1), rank = x.rank();
  if (axis < -rank || axis > rank) {
    return context.error("axis " + std::to_string(axis) + " is out of range for a tensor of rank " + std::to_string(rank));
  }
  const size_t at = static_cast<size_t>(axis < 0 ? axis + rank : axis);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, Extents{element_count(x.dims.first(at)), element_count(x.dims.subspan(at))}));
  copy_elements(x, y);
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Flatten", .run = reference}); }

}  // namespace gearbox::ops::flatten
