#include "ops/quantise_rule.h"

#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops {

namespace {

Status check_scale(InferContext& c, int input) {
  if (!c.has_input(input) || !c.ranked(input) || !c.ranked(0) || c.rank(input) == 0) return {};
  const int64_t block = c.attributes().integer("block_size", 0);
  if (block < 0) return c.error("block_size is " + std::to_string(block) + ", expected 0 or more");
  const Shape& scale = c.shape(input);
  if (scale.size() == 1 && scale[0].is_constant(1)) return {};
  if (c.rank(0) == 0) return c.error(quoted(c, input) + " has one element per index of an axis, but " + quoted(c, 0) + " is a scalar");
  GBX_ASSIGN_OR_RETURN(const int64_t axis, c.axis(c.attributes().integer("axis", 1), c.rank(0)));
  const size_t at = static_cast<size_t>(axis);
  if (block == 0) {
    if (scale.size() != 1) return c.error(quoted(c, input) + " has rank " + std::to_string(scale.size()) + ", expected a scalar or a list");
    return c.require_equal(
        scale[0], c.shape(0)[at],
        c.node().op() + ": elements of " + quoted(c, input) + " and axis " + std::to_string(axis) + " of " + quoted(c, 0));
  }
  if (c.rank(input) != c.rank(0))
    return c.error(quoted(c, input) + " must have the rank of " + quoted(c, 0) + " where block_size is given");
  for (size_t i = 0; i < scale.size(); ++i) {
    const Dim expected = i == at ? ceildiv(c.shape(0)[i], block) : c.shape(0)[i];
    GBX_RETURN_IF_ERROR(c.require_equal(scale[i], expected, c.node().op() + ": axis " + std::to_string(i) + " of " + quoted(c, input)));
  }
  return {};
}

}  // namespace

Status quantised_shape(InferContext& c, DType dtype) {
  GBX_RETURN_IF_ERROR(check_scale(c, 1));
  GBX_RETURN_IF_ERROR(check_scale(c, 2));
  if (c.ranked(0)) {
    c.output(0, dtype, c.shape(0));
  } else {
    c.output_unranked(0, dtype);
  }
  return {};
}

}  // namespace gearbox::ops
