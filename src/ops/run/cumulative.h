#pragma once

#include "ops/run/reduce.h"

namespace gearbox::ops {

/// Reference kernel of CumSum and CumProd: along the axis in input 1, every element folds into those before it, from `start` on;
/// `exclusive` leaves each element out of its own result, `reverse` runs from the end.
template <class Fold>
Status run_cumulative(KernelContext& context, int start, Fold fold) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, integer_input(context, 1, 0), x.rank()));
  const bool exclusive = context.attributes().integer("exclusive", 0) != 0, reverse = context.attributes().integer("reverse", 0) != 0;
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const Grouping lines = group_axes(x.dims, {axis}, false);
  const int64_t count = x.dims[axis], stride = lines.group_strides[0];
  const bool known = dispatch_numeric(x.dtype, [&]<class T>(T) {
    using Wide = reduce_t<T>;
    for_each_index(lines.kept, [&](std::span<const int64_t> line) {
      const int64_t first = offset_of(line, lines.kept_strides);
      Wide folded = static_cast<Wide>(start);
      for (int64_t i = 0; i < count; ++i) {
        const int64_t at = first + (reverse ? count - 1 - i : i) * stride;
        const Wide element = static_cast<Wide>(x.as<T>()[at]);
        if (exclusive) y.as<T>()[at] = convert<T>(folded);
        folded = fold(folded, element);
        if (!exclusive) y.as<T>()[at] = convert<T>(folded);
      }
    });
  });
  return known_type(context, known, {});
}

}  // namespace gearbox::ops
