#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::layer_normalization {

namespace {

Status infer(InferContext& c) {
  GBX_RETURN_IF_ERROR(same_as_input(c));
  const DType statistics = static_cast<DType>(c.attributes().integer("stash_type", static_cast<int64_t>(DType::kF32)));
  if (!is_float(statistics)) return c.error("'stash_type' " + std::to_string(static_cast<int>(statistics)) + " is no float type");
  if (!c.ranked(0)) {
    for (int i : {1, 2}) c.output_unranked(i, statistics);
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axis, normal_axes(c, {c.attributes().integer("axis", -1)}, c.rank(0)));
  for (int i : {1, 2}) {
    if (!c.has_input(i) || !c.ranked(i)) continue;
    GBX_RETURN_IF_ERROR(c.require_broadcasts_to(i, c.shape(0)));
  }
  Shape shape = c.shape(0);
  std::fill(shape.begin() + static_cast<std::ptrdiff_t>(axis[0]), shape.end(), Dim(1));
  for (int i : {1, 2}) c.output(i, statistics, shape);
  return {};
}

}  // namespace

/// The axes from `axis` on together moved to mean 0 and variance 1, then scaled and shifted. Mean and 1 / standard deviation are further
/// outputs, of the type `stash_type`.
OpDef definition() {
  return OpDef("LayerNormalization")
      .versions({17})
      .input("X", kFloatTypes)
      .input("Scale", kFloatTypes)
      .input("B", kFloatTypes, Formal::Arity::kOptional)
      .output("Y", kFloatTypes)
      .output("Mean", kFloatTypes, Formal::Arity::kOptional)
      .output("InvStdDev", kFloatTypes, Formal::Arity::kOptional)
      .attribute("axis")
      .attribute("epsilon")
      .attribute("stash_type")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        const int64_t from = c.attributes().integer("axis", -1);
        return input == 0 && axis >= (from < 0 ? from + c.rank(0) : from) ? AxisRole::kNormalised : AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 8); })
      .may_share(0);
}

}  // namespace gearbox::ops::layer_normalization
