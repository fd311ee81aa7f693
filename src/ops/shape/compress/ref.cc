#include "ops/run/arguments.h"

namespace gearbox::ops::compress {

Status reference(KernelContext& context) {
  const Tensor &x = context.input(0), &condition = context.input(1);
  // Without an axis the input counts as a list.
  Extents dims = {x.elements()};
  size_t axis = 0;
  if (context.attributes().has("axis")) {
    GBX_ASSIGN_OR_RETURN(axis, checked_axis(context, context.attributes().integer("axis", 0), x.rank()));
    dims = extents(x.dims);
  }
  if (condition.elements() > dims[axis]) {
    return context.error(quoted(context, 1) + " has " + std::to_string(condition.elements()) + " elements, more than extent " +
                         std::to_string(dims[axis]) + " of " + quoted(context, 0));
  }
  const int64_t outer = element_count(std::span(dims).first(axis)), n = dims[axis];
  const int64_t bytes = element_count(std::span(dims).subspan(axis + 1)) * static_cast<int64_t>(dtype_size(x.dtype));
  dims[axis] = std::count(condition.as<bool>(), condition.as<bool>() + condition.elements(), true);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  char* to = y.as<char>();
  for (int64_t o = 0; o < outer && bytes > 0; ++o) {
    for (int64_t k = 0; k < condition.elements(); ++k) {
      if (!condition.as<bool>()[k]) continue;
      std::memcpy(to, x.as<char>() + (o * n + k) * bytes, static_cast<size_t>(bytes));
      to += bytes;
    }
  }
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Compress", .run = reference}); }

}  // namespace gearbox::ops::compress
