#pragma once

#include "ops/run/arguments.h"
#include "ops/run/float_only.h"

namespace gearbox::ops {

/// The input of Softmax, LogSoftmax or Hardmax as [outer, extent, inner], normalised over `extent`: one axis since opset 13, before that
/// all axes from `axis` on. The rank may be known only now, so the axis is checked.
inline Result<AxisView> softmax_view(const KernelContext& context) {
  const std::span<const int64_t> dims = context.input(0).dims;
  const bool one_axis = context.version() >= 13;
  const int64_t given = context.attributes().integer("axis", one_axis ? -1 : 1);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, given, static_cast<int64_t>(dims.size())));
  if (one_axis) return axis_view(dims, axis);
  return AxisView{element_count(dims.first(axis)), element_count(dims.subspan(axis)), 1};
}

}  // namespace gearbox::ops
