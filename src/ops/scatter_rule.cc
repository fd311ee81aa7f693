#include "ops/scatter_rule.h"

#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops {

Status scattered_shape(InferContext& context) {
  InferContext& c = context;
  if (c.dtype(2) != c.dtype(0)) return c.error(quoted(c, 2) + " must have the element type of " + quoted(c, 0));
  if (c.ranked(0)) {
    GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axis, normal_axes(c, {c.attributes().integer("axis", 0)}, c.rank(0)));
    for (int i : {1, 2}) {
      if (!c.ranked(i)) continue;
      if (c.rank(i) != c.rank(0)) return c.error(quoted(c, 0) + " and " + quoted(c, i) + " must have equally many axes");
      for (size_t k = 0; k < c.shape(0).size(); ++k) {
        const std::string at = " at axis " + std::to_string(k);
        if (k != axis[0]) {
          GBX_RETURN_IF_ERROR(c.require_at_least(c.shape(0)[k], c.shape(i)[k],
                                                 c.node().op() + ": extent of " + quoted(c, 0) + " and of " + quoted(c, i) + at));
        }
        if (i == 2 && c.ranked(1)) {
          GBX_RETURN_IF_ERROR(
              c.require_equal(c.shape(1)[k], c.shape(2)[k], c.node().op() + ": extents of " + quoted(c, 1) + " and " + quoted(c, 2) + at));
        }
      }
    }
  }
  return same_as_input(c);
}

AxisRole scattered_role(const InferContext& context, int input, int64_t axis) {
  const InferContext& c = context;
  const int64_t written = c.attributes().integer("axis", 0);
  if (axis == (written < 0 ? written + c.rank(input) : written)) return AxisRole::kPermuted;
  const size_t at = static_cast<size_t>(axis);
  return c.ranked(0) && c.ranked(1) && c.shape(0)[at] == c.shape(1)[at] ? AxisRole::kIndependent : AxisRole::kOpaque;
}

}  // namespace gearbox::ops
