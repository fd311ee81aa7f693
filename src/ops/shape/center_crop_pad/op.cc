#include "ops/arguments.h"

namespace gearbox::ops::center_crop_pad {

namespace {

Status infer(InferContext& c) {
  if (!c.ranked(0)) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  Ints chosen;
  for (int64_t axis = 0; axis < c.rank(0); ++axis) chosen.push_back(axis);
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axes, normal_axes(c, c.attributes().integers("axes", chosen), c.rank(0)));
  const auto target = c.contents(1);
  if (target && target->size() != axes.size()) {
    return c.error(quoted(c, 1) + " has " + std::to_string(target->size()) + " elements for " + std::to_string(axes.size()) + " axes");
  }
  Shape shape = c.shape(0);
  for (size_t i = 0; i < axes.size(); ++i) {
    if (target) GBX_RETURN_IF_ERROR(c.require_at_least((*target)[i], 0, "CenterCropPad: extents in " + quoted(c, 1)));
    shape[axes[i]] = target ? (*target)[i] : late_axis(c, 0, static_cast<int64_t>(axes[i]));
  }
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

}  // namespace

/// The middle of the input with the extents in `shape`: cut where it is larger, surrounded by zeros where it is smaller. An odd rest goes
/// to the end.
OpDef definition() {
  return OpDef("CenterCropPad")
      .versions({18})
      .input("input_data", {})
      .input("shape", kIndexTypes)
      .output("output_data", {})
      .attribute("axes")
      .infer(infer)
      .cost(move_cost);
}

}  // namespace gearbox::ops::center_crop_pad
