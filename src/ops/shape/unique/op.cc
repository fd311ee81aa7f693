#include "ops/arguments.h"

namespace gearbox::ops::unique {

namespace {

Status infer(InferContext& c) {
  const bool flat = !c.attributes().has("axis");
  if (!c.ranked(0) && !flat) {
    c.output_unranked(0, c.dtype(0));
    for (int i : {1, 2, 3}) c.output_late(i, DType::kI64, 1);
    return {};
  }
  Shape shape(1);
  size_t axis = 0;
  if (!flat) {
    GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axes, normal_axes(c, {c.attributes().integer("axis", 0)}, c.rank(0)));
    axis = axes[0];
    shape = c.shape(0);
  }
  const std::optional<Dim> items = !flat ? std::optional(shape[axis]) : c.ranked(0) ? std::optional(c.volume(0)) : std::nullopt;
  const Dim found = late_axis(c, 0, static_cast<int64_t>(axis), items);
  shape[axis] = found;
  c.output(0, c.dtype(0), std::move(shape));
  c.output(1, DType::kI64, {found});
  c.output(3, DType::kI64, {found});
  if (items) {
    c.output(2, DType::kI64, {*items});
  } else {
    c.output_late(2, DType::kI64, 1);
  }
  return {};
}

}  // namespace

/// The different elements of the flattened input, or the different slices along `axis`: ascending, or in the order they come with
/// sorted=0. Also where each comes first, which one each element is, and how often each comes.
OpDef definition() {
  return OpDef("Unique")
      .versions({11})
      .input("X", kAllTypes)
      .output("Y", kAllTypes)
      .output("indices", kInt64Types, Formal::Arity::kOptional)
      .output("inverse_indices", kInt64Types, Formal::Arity::kOptional)
      .output("counts", kInt64Types, Formal::Arity::kOptional)
      .attribute("axis")
      .attribute("sorted")
      .infer(infer);
}

}  // namespace gearbox::ops::unique
