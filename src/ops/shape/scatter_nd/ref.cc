#include "ops/run/scatter.h"

namespace gearbox::ops::scatter_nd {

Status reference(KernelContext& context) {
  const Tensor &data = context.input(0), &indices = context.input(1), &updates = context.input(2);
  GBX_ASSIGN_OR_RETURN(const ScatterReduction reduction, scatter_reduction(context));
  const int64_t depth = indices.rank() > 0 ? indices.dims.back() : 0;
  Extents expected;
  if (indices.rank() > 0 && depth <= data.rank()) {
    expected.assign(indices.dims.begin(), indices.dims.end() - 1);
    expected.insert(expected.end(), data.dims.begin() + depth, data.dims.end());
  }
  if (indices.rank() == 0 || depth > data.rank() ||
      !std::equal(expected.begin(), expected.end(), updates.dims.begin(), updates.dims.end())) {
    return context.error("updates with extents " + list_text(updates.dims) + " and indices with extents " + list_text(indices.dims) +
                         " do not fit " + quoted(context, 0) + " with extents " + list_text(data.dims));
  }
  const Ints numbers = integers_of(indices);
  const Extents strides = dense_strides(data.dims);
  const int64_t slice = element_count(data.dims.subspan(static_cast<size_t>(depth))),
                slices = element_count(indices.dims.first(indices.dims.size() - 1));
  Ints starts;
  for (int64_t s = 0; s < slices; ++s) {
    int64_t at = 0;
    for (int64_t k = 0; k < depth; ++k) {
      const int64_t index = numbers[static_cast<size_t>(s * depth + k)], n = data.dims[static_cast<size_t>(k)];
      if (index < -n || index >= n) {
        return context.error("index " + std::to_string(index) + " in " + quoted(context, 1) + " is out of range for extent " +
                             std::to_string(n) + " of " + quoted(context, 0) + " at axis " + std::to_string(k));
      }
      at += (index < 0 ? index + n : index) * strides[static_cast<size_t>(k)];
    }
    starts.push_back(at);
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, data.dims));
  copy_elements(data, y);
  const bool known = dispatch_all(data.dtype, [&]<class T>(T) {
    const T* update = updates.as<T>();
    for (int64_t start : starts) {
      for (int64_t i = 0; i < slice; ++i) {
        T& slot = y.as<T>()[start + i];
        slot = combine_update(reduction, slot, *update++);
      }
    }
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ScatterND", .run = reference}); }

}  // namespace gearbox::ops::scatter_nd
