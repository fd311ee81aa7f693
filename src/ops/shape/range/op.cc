#include <cmath>

#include "ops/arguments.h"
#include "ops/fraction_contents.h"

namespace gearbox::ops::range {

namespace {

bool is_power_of_two(int64_t x) { return (x & (x - 1)) == 0; }

constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kI16, DType::kI32, DType::kI64, DType::kF16, DType::kBF16};

/// The length of a range of floats: from constants, or from extents that the model converted to floats.
Result<std::optional<Dim>> float_length(InferContext& c) {
  double values[3];
  Fraction fractions[3];
  bool constant = true, exact = c.dtype(0) == DType::kF32 || c.dtype(0) == DType::kF64;
  for (int i = 0; i < 3; ++i) {
    const Literal* literal = c.constant(i);
    constant = constant && literal && literal->elements() == 1;
    if (constant) values[i] = literal->as_double()[0];
    if (!exact) continue;
    GBX_ASSIGN_OR_RETURN(const auto elements, fraction_contents(c, *c.node().input(i)));
    exact = elements && elements->size() == 1 && is_power_of_two((*elements)[0].denominator);
    if (exact) fractions[i] = (*elements)[0];
  }
  if (constant) {
    const double count = std::ceil((values[1] - values[0]) / values[2]);
    if (!(std::abs(count) < 9e15)) return c.error("the range from " + quoted(c, 0) + " to " + quoted(c, 1) + " is not finite");
    return std::optional(Dim(std::max<int64_t>(static_cast<int64_t>(count), 0)));
  }
  const auto [start, limit, delta] = fractions;
  if (!exact || !delta.numerator.is_constant() || delta.numerator.value() == 0) return std::optional<Dim>();
  // (limit - start) / delta over the common denominator; a negative step changes both signs.
  const Dim way = (limit.numerator * start.denominator - start.numerator * limit.denominator) * delta.denominator;
  const Dim step = delta.numerator * (limit.denominator * start.denominator);
  return std::optional(max(delta.numerator.value() > 0 ? ceildiv(way, step) : ceildiv(-way, -step), 0));
}

/// The length where limits and step are known: as expressions for integers, as numbers for floats.
Result<std::optional<Dim>> length(InferContext& c) {
  if (is_integer(c.dtype(0))) {
    const auto start = scalar_contents(c, 0), limit = scalar_contents(c, 1), delta = scalar_contents(c, 2);
    if (!start || !limit || !delta) return std::optional<Dim>();
    if (delta->is_constant(0)) return c.error("step " + quoted(c, 2) + " is 0");
    const Interval sign = bounds(*delta);
    if (sign.lower > 0) return std::optional(max(ceildiv(*limit - *start, *delta), 0));
    if (sign.upper < 0) return std::optional(max(ceildiv(*start - *limit, -*delta), 0));
    return std::optional<Dim>();
  }
  return float_length(c);
}

/// Integers lie at least 1 apart, whatever the step.
std::optional<Dim> most(InferContext& c) {
  const auto start = scalar_contents(c, 0), limit = scalar_contents(c, 1);
  if (!is_integer(c.dtype(0)) || !start || !limit) return std::nullopt;
  const auto delta = scalar_contents(c, 2);
  const Interval sign = delta ? bounds(*delta) : Interval{INT64_MIN, INT64_MAX};
  if (sign.lower >= 0) return max(*limit - *start, 0);
  if (sign.upper <= 0) return max(*start - *limit, 0);
  return max(*limit - *start, *start - *limit);
}

Status infer(InferContext& c) {
  for (int i = 0; i < 3; ++i) {
    if (c.ranked(i)) GBX_RETURN_IF_ERROR(c.require_equal(c.volume(i), 1, "Range: elements of " + quoted(c, i)));
  }
  GBX_ASSIGN_OR_RETURN(const std::optional<Dim> count, length(c));
  c.output(0, c.dtype(0), {count ? *count : late_axis(c, 0, 0, most(c))});
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
