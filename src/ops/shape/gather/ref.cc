#include "ops/run/arguments.h"

namespace gearbox::ops::gather {

Status reference(KernelContext& context) {
  const Tensor &data = context.input(0), &indices = context.input(1);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", 0), data.rank()));
  Extents dims(data.dims.begin(), data.dims.begin() + static_cast<std::ptrdiff_t>(axis));
  dims.insert(dims.end(), indices.dims.begin(), indices.dims.end());
  dims.insert(dims.end(), data.dims.begin() + static_cast<std::ptrdiff_t>(axis) + 1, data.dims.end());
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const int64_t n = data.dims[axis], outer = element_count(data.dims.first(axis));
  const int64_t bytes = element_count(data.dims.subspan(axis + 1)) * static_cast<int64_t>(dtype_size(data.dtype));
  const Ints picks = integers_of(indices);
  for (int64_t index : picks) {
    if (index < -n || index >= n) {
      return context.error("index " + std::to_string(index) + " in " + quoted(context, 1) + " is out of range for extent " +
                           std::to_string(n) + " of " + quoted(context, 0));
    }
  }
  char* to = y.as<char>();
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t index : picks) {
      if (bytes > 0) std::memcpy(to, data.as<char>() + (o * n + (index < 0 ? index + n : index)) * bytes, static_cast<size_t>(bytes));
      to += bytes;
    }
  }
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Gather", .run = reference}); }

}  // namespace gearbox::ops::gather
