#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::tensor_scatter {

namespace {

Status infer(InferContext& c) {
  const std::string mode = c.attributes().text("mode", "linear");
  if (mode != "linear" && mode != "circular") return c.error("mode '" + mode + "' is not known");
  if (c.ranked(0) && c.ranked(1)) {
    if (c.rank(0) != c.rank(1)) return c.error(quoted(c, 0) + " and " + quoted(c, 1) + " must have equally many axes");
    GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axis, normal_axes(c, {c.attributes().integer("axis", -2)}, c.rank(0)));
    if (axis[0] == 0) return c.error("'axis' must not be the batch");
    for (size_t k = 0; k < c.shape(0).size(); ++k) {
      const std::string message = "TensorScatter: extents of " + quoted(c, 0) + " and " + quoted(c, 1) + " at axis " + std::to_string(k);
      if (k == axis[0]) {
        GBX_RETURN_IF_ERROR(c.require_at_least(c.shape(0)[k], c.shape(1)[k], message));
      } else {
        GBX_RETURN_IF_ERROR(c.require_equal(c.shape(0)[k], c.shape(1)[k], message));
      }
    }
  }
  return same_as_input(c);
}

}  // namespace

/// A cache with an update written into it along `axis`, for every batch element from its own place on; circular caches go on at the start.
OpDef definition() {
  return OpDef("TensorScatter")
      .versions({24})
      .input("past_cache", kAllTypes)
      .input("update", kAllTypes)
      .input("write_indices", kInt64Types, Formal::Arity::kOptional)
      .output("present_cache", kAllTypes)
      .attribute("axis")
      .attribute("mode")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        const int64_t written = c.attributes().integer("axis", -2);
        return axis == (written < 0 ? written + c.rank(input) : written) ? AxisRole::kPermuted : AxisRole::kIndependent;
      })
      .cost(move_cost)
      .may_share(0);
}

}  // namespace gearbox::ops::tensor_scatter
