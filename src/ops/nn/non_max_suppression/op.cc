#include "ops/arguments.h"

namespace gearbox::ops::non_max_suppression {

namespace {

constexpr DType kTypes[] = {DType::kF32};

Status infer(InferContext& c) {
  std::optional<Dim> most;
  if (c.ranked(0) && c.rank(0) != 3) return c.error(quoted(c, 0) + " must have 3 axes");
  if (c.ranked(1) && c.rank(1) != 3) return c.error(quoted(c, 1) + " must have 3 axes");
  if (c.ranked(0) && c.ranked(1)) {
    const Shape &boxes = c.shape(0), &scores = c.shape(1);
    GBX_RETURN_IF_ERROR(c.require_equal(boxes[0], scores[0], "NonMaxSuppression: batches of " + quoted(c, 0) + " and " + quoted(c, 1)));
    GBX_RETURN_IF_ERROR(c.require_equal(boxes[1], scores[2], "NonMaxSuppression: boxes of " + quoted(c, 0) + " and " + quoted(c, 1)));
    GBX_RETURN_IF_ERROR(c.require_equal(boxes[2], 4, "NonMaxSuppression: coordinates of a box in " + quoted(c, 0)));
    Dim per_class = boxes[1];
    if (!c.has_input(2)) {
      per_class = 0;
    } else if (const auto limit = scalar_contents(c, 2)) {
      per_class = min(per_class, max(*limit, 0));
    }
    most = scores[0] * scores[1] * per_class;
  }
  c.output(0, DType::kI64, {most && most->is_constant(0) ? *most : late_axis(c, 0, 0, most), 3});
  return {};
}

}  // namespace

/// For every batch and class the boxes of high scores that do not overlap a better one, as rows [batch, class, box]; best first.
OpDef definition() {
  return OpDef("NonMaxSuppression")
      .versions({10, 11})
      .input("boxes", kTypes)
      .input("scores", kTypes)
      .input("max_output_boxes_per_class", kInt64Types, Formal::Arity::kOptional)
      .input("iou_threshold", kTypes, Formal::Arity::kOptional)
      .input("score_threshold", kTypes, Formal::Arity::kOptional)
      .output("selected_indices", kInt64Types)
      .attribute("center_point_box")
      .infer(infer);
}

}  // namespace gearbox::ops::non_max_suppression
