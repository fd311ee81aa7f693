#include "ops/arguments.h"

namespace gearbox::ops::non_zero {

namespace {

Status infer(InferContext& c) {
  if (!c.ranked(0)) {
    c.output_late(0, DType::kI64, 2);
    return {};
  }
  const Dim coordinates = std::max<int64_t>(c.rank(0), 1);
  c.output(0, DType::kI64, {coordinates, late_axis(c, 0, 1, c.volume(0))});
  return {};
}

}  // namespace

/// The indices of the elements that are not zero, one column each, in row-major order. A scalar counts as a list of one.
OpDef definition() { return OpDef("NonZero").versions({9, 13}).input("X", kAllTypes).output("Y", kInt64Types).infer(infer); }

}  // namespace gearbox::ops::non_zero
