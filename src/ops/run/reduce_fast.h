#pragma once

#include "kernels/reduce.h"
#include "ops/run/float_only.h"
#include "ops/run/reduce.h"

namespace gearbox::ops {

/// Fast kernel of a Reduce operator over f32 where the reduced axes are neighbours (axes of extent 1 do not count); others are folded
/// one run of axes at a time by the reference.
template <kernels::ReduceOp op, Status (*reference)(KernelContext&)>
Status run_neighbour_reduction(KernelContext& context) {
  const Tensor& x = context.input(0);
  auto axes = integer_argument(context, "axes", 1);
  const bool none = !axes || axes->empty();
  if (none && context.attributes().integer("noop_with_empty_axes", 0) != 0) return reference(context);
  std::array<bool, 16> reduced{};
  if (x.dims.size() > reduced.size()) return reference(context);
  if (none) {
    reduced.fill(true);
  } else {
    for (int64_t axis : *axes) {
      GBX_ASSIGN_OR_RETURN(const size_t at, checked_axis(context, axis, x.rank()));
      reduced[at] = true;
    }
  }
  const bool keep = context.attributes().integer("keepdims", 1) != 0;
  int64_t outer = 1, extent = 1, inner = 1;
  int runs = 0;
  std::array<int64_t, 16> dims;
  size_t rank = 0;
  bool inside = false;
  for (size_t axis = 0; axis < x.dims.size(); ++axis) {
    if (reduced[axis]) {
      if (keep) dims[rank++] = 1;
    } else {
      dims[rank++] = x.dims[axis];
    }
    if (x.dims[axis] == 1) continue;
    if (reduced[axis]) {
      runs += inside ? 0 : 1;
      extent *= x.dims[axis];
    } else {
      (runs == 0 ? outer : inner) *= x.dims[axis];
    }
    inside = reduced[axis];
  }
  if (runs > 1) return reference(context);
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::span(dims.data(), rank)));
  kernels::reduce(op, outer, extent, inner, x.as<float>(), y.as<float>(), context.threads());
  return {};
}

}  // namespace gearbox::ops
