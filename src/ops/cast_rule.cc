#include "ops/cast_rule.h"

#include <algorithm>

#include "ops/contents.h"
#include "ops/fraction_contents.h"
#include "ops/rules.h"

namespace gearbox::ops {

namespace {

/// The contents of a float input as a conversion to integers gives them.
Result<std::optional<std::vector<Dim>>> truncated_contents(InferContext& c) {
  GBX_ASSIGN_OR_RETURN(const auto fractions, fraction_contents(c, *c.node().input(0)));
  if (!fractions) return std::optional<std::vector<Dim>>();
  std::vector<Dim> out;
  for (const Fraction& fraction : *fractions) out.push_back(fraction.truncated());
  return std::optional(std::move(out));
}

}  // namespace

Status cast_shape(InferContext& c, DType to) {
  if (std::find(std::begin(kAllTypes), std::end(kAllTypes), to) == std::end(kAllTypes)) {
    const Status refused =
        c.error("conversion to " + (to == DType::kString ? "strings" : "ONNX element type " + std::to_string(static_cast<int>(to))) +
                " is not supported");
    return unsupported(refused.message());
  }
  const bool to_integer = to == DType::kI64 || to == DType::kI32;
  std::optional<std::vector<Dim>> contents = c.contents(0);
  if (is_float(c.dtype(0)) && to_integer) {
    GBX_ASSIGN_OR_RETURN(contents, truncated_contents(c));
  }
  if (c.ranked(0)) {
    c.output(0, to, c.shape(0));
  } else {
    c.output_unranked(0, to);
  }
  if (!contents) return {};
  if (to_integer) {
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
