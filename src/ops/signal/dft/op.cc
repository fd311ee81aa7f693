#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::dft {

namespace {

/// The transformed axis: attribute (default 1) up to opset 19, then input 2 (default -2). nullopt while known only at run time.
std::optional<int64_t> axis_of(const InferContext& c) {
  if (c.version() < 20) return c.attributes().integer("axis", 1);
  if (!c.has_input(2)) return -2;
  const auto axis = scalar_contents(c, 2);
  return axis && axis->is_constant() ? std::optional<int64_t>(axis->value()) : std::nullopt;
}

Status infer(InferContext& c) {
  if (!c.ranked(0)) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  const int64_t rank = c.rank(0);
  if (rank < 2) return c.error(quoted(c, 0) + " has rank " + std::to_string(rank) + ", expected [..., signal, ..., 1 or 2]");
  const auto given = axis_of(c);
  if (!given) {
    c.output_late(0, c.dtype(0), rank);
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const int64_t axis, c.axis(*given, rank));
  if (axis == rank - 1) return c.error("the last axis holds the real and imaginary parts and cannot be transformed");
  const bool onesided = c.attributes().integer("onesided", 0) != 0, inverse = c.attributes().integer("inverse", 0) != 0;
  Shape shape = c.shape(0);
  Dim& extent = shape[static_cast<size_t>(axis)];
  if (c.has_input(1)) {
    extent = scalar_contents(c, 1).value_or(late_axis(c, 0, axis));
  } else if (onesided && inverse) {
    extent = max(2 * (extent - 1), 0);
  }
  if (onesided && !inverse) extent = floordiv(extent, 2) + 1;
  shape.back() = onesided && inverse ? 1 : 2;
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

}  // namespace

/// Discrete Fourier transform along one axis of [..., signal, ..., 1 or 2]; the last axis holds a real, or a real and an imaginary
/// part. `dft_length` cuts or zero-pads the signal; `onesided` keeps the first half of the bins, or with `inverse` takes them and
/// gives a real signal.
OpDef definition() {
  return OpDef("DFT")
      .versions({17, 20})
      .input("input", kFloatTypes)
      .input("dft_length", kIndexTypes, Formal::Arity::kOptional)
      .input("axis", kInt64Types, Formal::Arity::kOptional)
      .output("output", kFloatTypes)
      .attribute("axis")
      .attribute("inverse")
      .attribute("onesided")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        const auto along = axis_of(c);
        if (input != 0 || !along || axis == c.rank(0) - 1) return AxisRole::kOpaque;
        return axis == (*along < 0 ? *along + c.rank(0) : *along) ? AxisRole::kOpaque : AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 40); });
}

}  // namespace gearbox::ops::dft
