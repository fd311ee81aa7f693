#include "ops/run/arguments.h"
#include "ops/shape/split/parts.h"

namespace gearbox::ops::split {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", 0), x.rank()));
  const int64_t extent = x.dims[axis], outputs = context.outputs();
  const Ints parts = integer_argument(context, "split", 1).value_or(equal_parts<int64_t>(extent, outputs));
  int64_t sum = 0;
  for (int64_t part : parts) {
    if (part < 0 || part > extent)
      return context.error("part " + std::to_string(part) + " does not fit extent " + std::to_string(extent) + " of " + quoted(context, 0));
    sum += part;
  }
  if (static_cast<int64_t>(parts.size()) != outputs || sum != extent) {
    return context.error("parts " + list_text(parts) + " do not make up extent " + std::to_string(extent) + " of " + quoted(context, 0) +
                         " in " + std::to_string(outputs) + " outputs");
  }
  const int64_t outer = element_count(x.dims.first(axis));
  const int64_t inner = element_count(x.dims.subspan(axis + 1)) * static_cast<int64_t>(dtype_size(x.dtype));
  Extents dims = extents(x.dims);
  int64_t from = 0;
  for (int i = 0; i < context.outputs(); ++i) {
    dims[axis] = parts[static_cast<size_t>(i)];
    const int64_t bytes = dims[axis] * inner;
    if (context.wants_output(i)) {
      GBX_ASSIGN_OR_RETURN(Tensor y, context.output(i, dims));
      for (int64_t o = 0; o < outer && bytes > 0; ++o) {
        std::memcpy(y.as<char>() + o * bytes, x.as<char>() + (o * extent + from) * inner, static_cast<size_t>(bytes));
      }
    }
    from += dims[axis];
  }
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Split", .run = reference}); }

}  // namespace gearbox::ops::split
