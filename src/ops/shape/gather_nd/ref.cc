#include "ops/run/arguments.h"

namespace gearbox::ops::gather_nd {

Status reference(KernelContext& context) {
  const Tensor &data = context.input(0), &indices = context.input(1);
  const int64_t batch = context.attributes().integer("batch_dims", 0);
  const int64_t depth = indices.rank() > 0 ? indices.dims.back() : 0;
  if (indices.rank() < 1 || batch < 0 || batch >= indices.rank() || batch + depth > data.rank()) {
    return context.error("indices with extents " + list_text(indices.dims) + " do not fit " + quoted(context, 0) + " with extents " +
                         list_text(data.dims));
  }
  const size_t shared = static_cast<size_t>(batch), sliced = static_cast<size_t>(batch + depth);
  if (!std::equal(data.dims.begin(), data.dims.begin() + batch, indices.dims.begin())) {
    return context.error("batch extents of " + quoted(context, 0) + " and " + quoted(context, 1) + " differ");
  }
  Extents dims(indices.dims.begin(), indices.dims.end() - 1);
  dims.insert(dims.end(), data.dims.begin() + static_cast<std::ptrdiff_t>(sliced), data.dims.end());
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const Extents strides = dense_strides(data.dims);
  const int64_t size = static_cast<int64_t>(dtype_size(data.dtype)), bytes = element_count(data.dims.subspan(sliced)) * size;
  const int64_t batches = element_count(data.dims.first(shared)),
                picks = element_count(indices.dims.first(indices.dims.size() - 1).subspan(shared));
  const int64_t batch_elements = element_count(data.dims.subspan(shared));
  const Ints numbers = integers_of(indices);
  char* to = y.as<char>();
  for (int64_t b = 0; b < batches; ++b) {
    for (int64_t p = 0; p < picks; ++p) {
      int64_t at = b * batch_elements;
      for (int64_t k = 0; k < depth; ++k) {
        const size_t axis = shared + static_cast<size_t>(k);
        const int64_t index = numbers[static_cast<size_t>((b * picks + p) * depth + k)], n = data.dims[axis];
        if (index < -n || index >= n) {
          return context.error("index " + std::to_string(index) + " in " + quoted(context, 1) + " is out of range for extent " +
                               std::to_string(n) + " of " + quoted(context, 0) + " at axis " + std::to_string(axis));
        }
        at += (index < 0 ? index + n : index) * strides[axis];
      }
      if (bytes > 0) std::memcpy(to, data.as<char>() + at * size, static_cast<size_t>(bytes));
      to += bytes;
    }
  }
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "GatherND", .run = reference}); }

}  // namespace gearbox::ops::gather_nd
