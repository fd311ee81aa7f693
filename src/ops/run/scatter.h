#pragma once

#include <string>

#include "ops/run/arguments.h"
#include "ops/run/arithmetic.h"

namespace gearbox::ops {

/// What a scatter does where it writes: replace, or combine with what is there.
enum class ScatterReduction { kNone, kAdd, kMul, kMin, kMax };

inline Result<ScatterReduction> scatter_reduction(const KernelContext& context) {
  const std::string text = context.attributes().text("reduction", "none");
  if (text == "none") return ScatterReduction::kNone;
  if (text == "add") return ScatterReduction::kAdd;
  if (text == "mul") return ScatterReduction::kMul;
  if (text == "min") return ScatterReduction::kMin;
  if (text == "max") return ScatterReduction::kMax;
  return context.error("reduction '" + text + "' is not known");
}

template <class T>
T combine_update(ScatterReduction reduction, T old_value, T update) {
  switch (reduction) {
    case ScatterReduction::kAdd: return plus(old_value, update);
    case ScatterReduction::kMul: return times(old_value, update);
    case ScatterReduction::kMin: return smaller(old_value, update);
    case ScatterReduction::kMax: return larger(old_value, update);
    case ScatterReduction::kNone: break;
  }
  return update;
}

/// Output 0 = input 0 with the updates (input 2) written, one by one in row-major order, where the indices (input 1) point along `axis`.
inline Status scatter_along_axis(KernelContext& context) {
  const Tensor &data = context.input(0), &indices = context.input(1), &updates = context.input(2);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", 0), data.rank()));
  GBX_ASSIGN_OR_RETURN(const ScatterReduction reduction, scatter_reduction(context));
  bool fits = indices.dims.size() == data.dims.size() &&
              std::equal(indices.dims.begin(), indices.dims.end(), updates.dims.begin(), updates.dims.end());
  for (size_t k = 0; fits && k < data.dims.size(); ++k) fits = k == axis || indices.dims[k] <= data.dims[k];
  if (!fits) {
    return context.error("extents " + list_text(indices.dims) + " of " + quoted(context, 1) + " and " + list_text(updates.dims) + " of " +
                         quoted(context, 2) + " must be equal and fit in " + list_text(data.dims) + " of " + quoted(context, 0));
  }
  const Ints picks = integers_of(indices);
  const int64_t n = data.dims[axis];
  for (int64_t index : picks) {
    if (index < -n || index >= n) {
      return context.error("index " + std::to_string(index) + " in " + quoted(context, 1) + " is out of range for extent " +
                           std::to_string(n) + " of " + quoted(context, 0));
    }
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, data.dims));
  copy_elements(data, y);
  const Extents strides = dense_strides(data.dims);
  const bool known = dispatch_all(data.dtype, [&]<class T>(T) {
    size_t at = 0;
    for_each_index(indices.dims, [&](std::span<const int64_t> index) {
      const int64_t pick = picks[at] < 0 ? picks[at] + n : picks[at];
      T& slot = y.as<T>()[offset_of(index, strides) + (pick - index[axis]) * strides[axis]];
      slot = combine_update(reduction, slot, updates.as<T>()[at++]);
    });
  });
  return known ? Status() : context.error("element type not supported");
}

}  // namespace gearbox::ops
