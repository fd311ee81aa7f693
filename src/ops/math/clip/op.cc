#include "ops/contents.h"
#include "ops/rules.h"

namespace gearbox::ops::clip {

namespace {

Status infer(InferContext& c) {
  GBX_RETURN_IF_ERROR(same_as_input(c));
  for (int i = 1; i < 3; ++i) {
    if (!c.has_input(i) || !c.ranked(i)) continue;
    GBX_RETURN_IF_ERROR(c.require_equal(c.volume(i), 1, "Clip: elements of the bound '" + c.node().input(i)->name() + "'"));
  }
  if (c.has_input(1) && c.has_input(2)) map_contents(c, [](std::span<const Dim> x) { return min(max(x[0], x[1]), x[2]); });
  return {};
}

}  // namespace

/// min(max(x, min), max); a bound left out does not count. Bounds are attributes up to opset 10, then scalar inputs.
OpDef definition() {
  return OpDef("Clip")
      .versions({6, 11, 12, 13})
      .input("input", kNumericTypes)
      .input("min", kNumericTypes, Formal::Arity::kOptional)
      .input("max", kNumericTypes, Formal::Arity::kOptional)
      .output("output", kNumericTypes)
      .attribute("min")
      .attribute("max")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t) { return input == 0 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 2); })
      .may_share(0);
}

}  // namespace gearbox::ops::clip
