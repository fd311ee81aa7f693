#include "ops/arguments.h"
#include "ops/shape/split/parts.h"

namespace gearbox::ops::split {

namespace {

/// The extents of the parts along the axis, where they are expressions.
Result<std::optional<std::vector<Dim>>> parts_of(InferContext& c, Dim extent) {
  const IntegerArgument given = integer_argument(c, "split", 1);
  const int64_t outputs = c.outputs();
  if (given.count && *given.count != outputs) {
    return c.error("'split' has " + std::to_string(*given.count) + " parts, the node has " + std::to_string(outputs) + " outputs");
  }
  if (given.given && !given.elements) return std::optional<std::vector<Dim>>();
  if (given.given) {
    Dim sum = 0;
    for (const Dim& part : *given.elements) {
      GBX_RETURN_IF_ERROR(c.require_at_least(part, 0, "Split: parts of " + quoted(c, 0)));
      sum = sum + part;
    }
    GBX_RETURN_IF_ERROR(c.require_equal(extent, sum, "Split: the extent of " + quoted(c, 0) + " and the sum of the parts"));
    return given.elements;
  }
  std::vector<Dim> parts = equal_parts<Dim>(extent, outputs);
  if (c.version() < 18) {
    const Dim part = floordiv(extent, outputs);
    GBX_RETURN_IF_ERROR(c.require_equal(extent, part * outputs,
                                        "Split: the extent of " + quoted(c, 0) + " and " + std::to_string(outputs) + " equal parts"));
    parts.assign(parts.size(), part);
  }
  GBX_RETURN_IF_ERROR(c.require_at_least(parts.back(), 0, "Split: the last of " + std::to_string(outputs) + " parts of " + quoted(c, 0)));
  return std::optional(std::move(parts));
}

Status infer(InferContext& c) {
  if (c.outputs() == 0) return c.error("has no outputs");
  const int64_t asked = c.attributes().integer("num_outputs", c.outputs());
  if (asked != c.outputs()) {
    return c.error("'num_outputs' is " + std::to_string(asked) + ", the node has " + std::to_string(c.outputs()) + " outputs");
  }
  if (!c.ranked(0)) {
    for (int i = 0; i < c.outputs(); ++i) c.output_unranked(i, c.dtype(0));
    return {};
  }
  if (c.rank(0) == 0) return c.error(quoted(c, 0) + " is a scalar and cannot be split");
  GBX_ASSIGN_OR_RETURN(const int64_t axis, c.axis(c.attributes().integer("axis", 0), c.rank(0)));
  Shape shape = c.shape(0);
  Dim& extent = shape[static_cast<size_t>(axis)];
  const Dim whole = extent;
  GBX_ASSIGN_OR_RETURN(const auto parts, parts_of(c, whole));
  const auto elements = c.rank(0) == 1 ? c.contents(0) : std::nullopt;
  size_t from = 0;
  for (int i = 0; i < c.outputs(); ++i) {
    extent = parts ? (*parts)[static_cast<size_t>(i)] : late_axis(c, i, axis, whole);
    c.output(i, c.dtype(0), shape);
    if (!elements || !extent.is_constant()) continue;
    const size_t to = from + static_cast<size_t>(extent.value());
    if (to > elements->size()) break;
    c.contents(
        i, std::vector<Dim>(elements->begin() + static_cast<std::ptrdiff_t>(from), elements->begin() + static_cast<std::ptrdiff_t>(to)));
    from = to;
  }
  return {};
}

}  // namespace

/// The input cut along `axis` into one part per output: of the extents in `split`, or equal ones.
OpDef definition() {
  return OpDef("Split")
      .versions({2, 11, 13, 18})
      .input("input", {})
      .input("split", kInt64Types, Formal::Arity::kOptional)
      .output("outputs", {}, Formal::Arity::kVariadic)
      .attribute("axis")
      .attribute("split")
      .attribute("num_outputs")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        if (input > 0) return AxisRole::kOpaque;
        const int64_t cut = c.attributes().integer("axis", 0);
        return axis == (cut < 0 ? cut + c.rank(0) : cut) ? AxisRole::kPermuted : AxisRole::kIndependent;
      });
}

}  // namespace gearbox::ops::split
