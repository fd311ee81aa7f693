#include "ops/loss_rule.h"

#include "ops/arguments.h"

namespace gearbox::ops {

Status loss_shape(InferContext& c) {
  const std::string reduction = c.attributes().text("reduction", "mean");
  const bool none = reduction == "none";
  if (!none && reduction != "sum" && reduction != "mean") return c.error("reduction is '" + reduction + "', expected none, sum or mean");
  if (!none) {
    c.output(0, c.dtype(0), {});
  } else if (c.ranked(1)) {
    c.output(0, c.dtype(0), c.shape(1));
  } else {
    c.output_unranked(0, c.dtype(0));
  }
  if (!c.ranked(0) || !c.ranked(1)) return {};
  const Shape &scores = c.shape(0), &labels = c.shape(1);
  if (scores.size() < 2) return c.error(quoted(c, 0) + " has rank " + std::to_string(scores.size()) + ", expected [N, C, ...]");
  if (labels.size() + 1 != scores.size()) return c.error(quoted(c, 1) + " must have the axes of " + quoted(c, 0) + " without the classes");
  for (size_t axis = 0; axis < labels.size(); ++axis) {
    const Dim expected = scores[axis == 0 ? 0 : axis + 1];
    GBX_RETURN_IF_ERROR(c.require_equal(labels[axis], expected, c.node().op() + ": axis " + std::to_string(axis) + " of " + quoted(c, 1)));
  }
  if (!c.has_input(2) || !c.ranked(2)) return {};
  if (c.rank(2) != 1) return c.error("the weights " + quoted(c, 2) + " are not a list");
  return c.require_equal(c.shape(2)[0], scores[1], c.node().op() + ": elements of " + quoted(c, 2) + " and classes of " + quoted(c, 0));
}

}  // namespace gearbox::ops
