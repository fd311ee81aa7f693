#include "ops/cumulative_rule.h"

#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops {

Status cumulative_shape(InferContext& c) {
  const auto axis = scalar_contents(c, 1);
  if (axis && axis->is_constant() && c.ranked(0)) GBX_RETURN_IF_ERROR(c.axis(axis->value(), c.rank(0)).status());
  return same_as_input(c);
}

AxisRole cumulative_role(const InferContext& c, int input, int64_t axis) {
  const auto along = scalar_contents(c, 1);
  if (input != 0 || !along || !along->is_constant()) return AxisRole::kOpaque;
  return axis == (along->value() < 0 ? along->value() + c.rank(0) : along->value()) ? AxisRole::kScanned : AxisRole::kIndependent;
}

}  // namespace gearbox::ops
