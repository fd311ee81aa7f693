#include <cmath>

#include "ops/arguments.h"

namespace gearbox::ops::range {

namespace {

constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kI16, DType::kI32, DType::kI64, DType::kF16, DType::kBF16};

/// The length where limits and step are known: as expressions for integers, as numbers for floats.
Result<std::optional<Dim>> length(const InferContext& c) {
  if (is_integer(c.dtype(0))) {
    const auto start = scalar_contents(c, 0), limit = scalar_contents(c, 1), delta = scalar_contents(c, 2);
    if (!start || !limit || !delta) return std::optional<Dim>();
    if (delta->is_constant(0)) return c.error("step " + quoted(c, 2) + " is 0");
    const Interval sign = bounds(*delta);
    if (sign.lower > 0) return std::optional(max(ceildiv(*limit - *start, *delta), 0));
    if (sign.upper < 0) return std::optional(max(ceildiv(*start - *limit, -*delta), 0));
    return std::optional<Dim>();
  }
  double values[3];
  for (int i = 0; i < 3; ++i) {
    const Literal* constant = c.constant(i);
    if (!constant || constant->elements() != 1) return std::optional<Dim>();
    values[i] = constant->as_double()[0];
  }
  const double count = std::ceil((values[1] - values[0]) / values[2]);
  if (!(std::abs(count) < 9e15)) return c.error("the range from " + quoted(c, 0) + " to " + quoted(c, 1) + " is not finite");
  return std::optional(Dim(std::max<int64_t>(static_cast<int64_t>(count), 0)));
}

Status infer(InferContext& c) {
  for (int i = 0; i < 3; ++i) {
    if (c.ranked(i)) GBX_RETURN_IF_ERROR(c.require_equal(c.volume(i), 1, "Range: elements of " + quoted(c, i)));
  }
  GBX_ASSIGN_OR_RETURN(const std::optional<Dim> count, length(c));
  c.output(0, c.dtype(0), {count ? *count : late_axis(c, 0, 0)});
  if (!count || !is_integer(c.dtype(0)) || !count->is_constant() || count->value() > static_cast<int64_t>(InferContext::kMaxContents))
    return {};
  const Dim start = *scalar_contents(c, 0), delta = *scalar_contents(c, 2);
  std::vector<Dim> elements;
  for (int64_t i = 0; i < count->value(); ++i) elements.push_back(start + delta * i);
  c.contents(0, std::move(elements));
  return {};
}

}  // namespace

/// start, start + delta, start + 2 delta … up to but without limit.
OpDef definition() {
  return OpDef("Range")
      .versions({11, 27})
      .input("start", kTypes)
      .input("limit", kTypes)
      .input("delta", kTypes)
      .output("output", kTypes)
      .attribute("stash_type")
      .infer(infer)
      .cost(move_cost);
}

}  // namespace gearbox::ops::range
