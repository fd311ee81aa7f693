#include "ops/arguments.h"

namespace gearbox::ops::top_k {

namespace {

Status infer(InferContext& c) {
  const bool by_attribute = c.version() < 10;
  if (!by_attribute && !c.has_input(1)) return c.error("lacks its input 'K'");
  if (!c.ranked(0)) {
    c.output_unranked(0, c.dtype(0));
    c.output_unranked(1, DType::kI64);
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axis, normal_axes(c, {c.attributes().integer("axis", -1)}, c.rank(0)));
  Shape shape = c.shape(0);
  Dim& extent = shape[axis[0]];
  const auto k = by_attribute ? std::optional(Dim(c.attributes().integer("k", -1))) : scalar_contents(c, 1);
  if (k) {
    GBX_RETURN_IF_ERROR(c.require_at_least(*k, 0, "TopK: number of elements asked for"));
    GBX_RETURN_IF_ERROR(c.require_at_least(
        extent, *k, "TopK: extent of " + quoted(c, 0) + " at axis " + std::to_string(axis[0]) + " and elements asked for"));
  }
  extent = k ? *k : late_axis(c, 0, static_cast<int64_t>(axis[0]), extent);
  c.output(0, c.dtype(0), shape);
  c.output(1, DType::kI64, shape);
  return {};
}

}  // namespace

/// The K largest (or smallest) elements along `axis` with their indices, in order; of equals the one of the lower index comes first.
/// NaN counts as larger than everything.
OpDef definition() {
  return OpDef("TopK")
      .versions({1, 10, 11, 24})
      .input("X", kNumericTypes)
      .input("K", kInt64Types, Formal::Arity::kOptional)
      .output("Values", kNumericTypes, Formal::Arity::kOptional)
      .output("Indices", kInt64Types, Formal::Arity::kOptional)
      .attribute("axis")
      .attribute("k")
      .attribute("largest")
      .attribute("sorted")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        const int64_t sorted = c.attributes().integer("axis", -1);
        if (input > 0) return AxisRole::kOpaque;
        return axis == (sorted < 0 ? sorted + c.rank(0) : sorted) ? AxisRole::kOpaque : AxisRole::kIndependent;
      });
}

}  // namespace gearbox::ops::top_k
