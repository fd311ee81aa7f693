#include "ops/run/arguments.h"

namespace gearbox::ops::concat {

Status reference(KernelContext& context) {
  Extents dims = extents(context.input(0).dims);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", 1), context.input(0).rank()));
  for (int i = 1; i < context.inputs(); ++i) {
    const Tensor& x = context.input(i);
    bool fits = x.dims.size() == dims.size();
    for (size_t k = 0; fits && k < dims.size(); ++k) fits = k == axis || x.dims[k] == dims[k];
    if (!fits) {
      return context.error("cannot join " + quoted(context, i) + " with extents " + list_text(x.dims) + " to " + quoted(context, 0) +
                           " with extents " + list_text(context.input(0).dims) + " along axis " + std::to_string(axis));
    }
    dims[axis] += x.dims[axis];
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const int64_t outer = element_count(std::span(dims).first(axis));
  const int64_t inner = element_count(std::span(dims).subspan(axis + 1)) * static_cast<int64_t>(dtype_size(y.dtype));
  char* to = y.as<char>();
  for (int64_t o = 0; o < outer; ++o) {
    for (int i = 0; i < context.inputs(); ++i) {
      const int64_t bytes = context.input(i).dims[axis] * inner;
      if (bytes > 0) std::memcpy(to, context.input(i).as<char>() + o * bytes, static_cast<size_t>(bytes));
      to += bytes;
    }
  }
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Concat", .run = reference}); }

}  // namespace gearbox::ops::concat
