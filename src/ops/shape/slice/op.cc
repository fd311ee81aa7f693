#include "ops/arguments.h"
#include "ops/run/walk.h"
#include "ops/shape/slice/taken.h"

namespace gearbox::ops::slice {

namespace {

constexpr int64_t kNoStep = std::numeric_limits<int64_t>::min();  // has no positive counterpart

struct Arguments {
  std::optional<std::vector<Dim>> starts, ends;
  std::vector<size_t> axes;
  std::optional<Ints> steps;
};

/// nullopt: which axes are cut is known only at run time.
Result<std::optional<Arguments>> arguments(const InferContext& c) {
  const IntegerArgument starts = integer_argument(c, "starts", 1), ends = integer_argument(c, "ends", 2);
  const IntegerArgument axes = integer_argument(c, "axes", 3), steps = integer_argument(c, "steps", 4);
  if (!starts.given || !ends.given) return c.error("lacks its starts or ends");
  Arguments out;
  Ints chosen;
  if (axes.given) {
    const auto known = numbers(axes.elements);
    if (!known) return std::optional<Arguments>();
    chosen = *known;
  } else {
    const auto count = starts.count ? starts.count : ends.count;
    if (!count) return std::optional<Arguments>();
    for (int64_t i = 0; i < *count; ++i) chosen.push_back(i);
  }
  GBX_ASSIGN_OR_RETURN(out.axes, normal_axes(c, chosen, c.rank(0)));
  for (const IntegerArgument* argument : {&starts, &ends, &steps}) {
    if (argument->count && *argument->count != static_cast<int64_t>(out.axes.size())) {
      return c.error("starts, ends, axes and steps must be equally many");
    }
  }
  out.starts = starts.elements;
  out.ends = ends.elements;
  out.steps = steps.given ? numbers(steps.elements) : Ints(out.axes.size(), 1);
  for (int64_t step : out.steps ? *out.steps : Ints()) {
    if (step == 0 || step == kNoStep) return c.error("step " + std::to_string(step) + " is not usable");
  }
  return std::optional(std::move(out));
}

/// What is taken of one axis, where that is an expression.
std::optional<Taken<Dim>> taken_of(const Dim& extent, const Arguments& arguments, size_t i) {
  if (!arguments.starts || !arguments.ends || !arguments.steps) return std::nullopt;
  const Dim start = (*arguments.starts)[i], end = (*arguments.ends)[i];
  auto negative = [](const Dim& at) -> std::optional<bool> {
    const Interval range = bounds(at);
    return range.lower >= 0 ? std::optional(false) : range.upper < 0 ? std::optional(true) : std::nullopt;
  };
  const auto from_end = negative(start), to_end = negative(end);
  if (!from_end || !to_end) return std::nullopt;
  return taken<Dim>(extent, start, *from_end, end, *to_end, (*arguments.steps)[i]);
}

/// The elements taken, where everything is a number.
std::optional<std::vector<Dim>> sliced_contents(const InferContext& c, const std::vector<Taken<Dim>>& parts, const Ints& steps,
                                                const Shape& shape) {
  const auto elements = c.contents(0);
  const auto from = numbers(c.shape(0)), to = numbers(shape);
  if (!elements || !from || !to) return std::nullopt;
  Extents strides[1] = {dense_strides(*from)};
  int64_t base = 0;
  for (size_t k = 0; k < parts.size(); ++k) {
    if (!parts[k].first.is_constant()) return std::nullopt;
    base += parts[k].first.value() * strides[0][k];
    strides[0][k] *= (*to)[k] > 1 ? steps[k] : 0;  // a step beyond the extent takes one index at most
  }
  std::vector<Dim> out;
  for_each_offset(*to, strides, [&](const int64_t(&at)[1]) { out.push_back((*elements)[static_cast<size_t>(base + at[0])]); });
  return out;
}

Status infer(InferContext& c) {
  if (!c.ranked(0)) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  Shape shape = c.shape(0);
  GBX_ASSIGN_OR_RETURN(const std::optional<Arguments> given, arguments(c));
  if (!given) {
    c.output_late(0, c.dtype(0), c.rank(0), shape);
    return {};
  }
  std::vector<Taken<Dim>> parts;
  for (const Dim& extent : shape) parts.push_back({0, extent});
  Ints steps(shape.size(), 1);
  bool exact = true;
  for (size_t i = 0; i < given->axes.size(); ++i) {
    const size_t axis = given->axes[i];
    const auto part = taken_of(shape[axis], *given, i);
    if (part) {
      parts[axis] = *part;
      steps[axis] = (*given->steps)[i];
      shape[axis] = part->count;
    } else {
      exact = false;
      shape[axis] = late_axis(c, 0, static_cast<int64_t>(axis), shape[axis]);
    }
  }
  auto contents = exact ? sliced_contents(c, parts, steps, shape) : std::nullopt;
  c.output(0, c.dtype(0), std::move(shape));
  if (contents) c.contents(0, std::move(*contents));
  return {};
}

}  // namespace

/// A box of the input: along each of `axes` the indices from start to before end, `step` apart. Attributes before opset 10.
OpDef definition() {
  return OpDef("Slice")
      .versions({1, 10, 11, 13})
      .input("data", {})
      .input("starts", kIndexTypes, Formal::Arity::kOptional)
      .input("ends", kIndexTypes, Formal::Arity::kOptional)
      .input("axes", kIndexTypes, Formal::Arity::kOptional)
      .input("steps", kIndexTypes, Formal::Arity::kOptional)
      .output("output", {})
      .attribute("starts")
      .attribute("ends")
      .attribute("axes")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        if (input > 0) return AxisRole::kOpaque;
        const IntegerArgument given = integer_argument(c, "axes", 3);
        const int64_t first = integer_argument(c, "starts", 1).count.value_or(c.rank(0));
        if (!given.given) return axis < first ? AxisRole::kPermuted : AxisRole::kIndependent;
        const auto axes = numbers(given.elements);
        if (!axes) return AxisRole::kPermuted;
        for (int64_t cut : *axes) {
          if (axis == (cut < 0 ? cut + c.rank(0) : cut)) return AxisRole::kPermuted;
        }
        return AxisRole::kIndependent;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::slice
