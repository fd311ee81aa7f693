#include "ops/cast_rule.h"

#include <algorithm>

#include "ops/contents.h"
#include "ops/fraction_contents.h"
#include "ops/rules.h"

namespace gearbox::ops {

namespace {

/// The contents of a float input as a conversion to integers gives them.
std::optional<std::vector<Dim>> truncated_contents(const InferContext& c) {
  const auto fractions = fraction_contents(*c.node().input(0));
  if (!fractions) return std::nullopt;
  std::vector<Dim> out;
  for (const Fraction& fraction : *fractions) out.push_back(fraction.truncated());
  return out;
}

}  // namespace

Status cast_shape(InferContext& c, DType to) {
  if (std::find(std::begin(kAllTypes), std::end(kAllTypes), to) == std::end(kAllTypes)) {
    const Status refused =
        c.error("conversion to " + (to == DType::kString ? "strings" : "ONNX element type " + std::to_string(static_cast<int>(to))) +
                " is not supported");
    return unsupported(refused.message());
  }
  const std::optional<std::vector<Dim>> contents = is_float(c.dtype(0)) ? truncated_contents(c) : c.contents(0);
  if (c.ranked(0)) {
    c.output(0, to, c.shape(0));
  } else {
    c.output_unranked(0, to);
  }
  if (!contents) return {};
  if (to == DType::kI64 || to == DType::kI32) {
    c.contents(0, *contents);
  } else if (to == DType::kBool && !is_float(c.dtype(0))) {
    std::vector<Dim> truth;
    for (const Dim& element : *contents) {
      const Dim zero = known_equal(element, 0);
      truth.push_back(zero.is_overflow() ? zero : 1 - zero);
    }
    c.contents(0, std::move(truth));
  }
  return {};
}

}  // namespace gearbox::ops
