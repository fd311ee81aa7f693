#include "ops/arguments.h"

namespace gearbox::ops::pad {

namespace {

Status infer(InferContext& c) {
  const std::string mode = c.attributes().text("mode", "constant");
  if (mode != "constant" && mode != "reflect" && mode != "edge" && mode != "wrap") return c.error("mode '" + mode + "' is not known");
  if (c.has_input(2) && c.dtype(2) != c.dtype(0)) return c.error(quoted(c, 2) + " must have the element type of " + quoted(c, 0));
  if (!c.ranked(0)) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  const IntegerArgument pads = integer_argument(c, "pads", 1), chosen = integer_argument(c, "", 3);
  const auto numbered = numbers(chosen.elements);
  Ints axes;
  for (int64_t i = 0; i < c.rank(0); ++i) axes.push_back(i);
  if (!pads.elements || (chosen.given && !numbered)) {
    c.output_late(0, c.dtype(0), c.rank(0));
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> padded, normal_axes(c, chosen.given ? *numbered : axes, c.rank(0)));
  if (pads.elements->size() != 2 * padded.size()) {
    return c.error(std::to_string(pads.elements->size()) + " pads given, two for each of " + std::to_string(padded.size()) +
                   " axes expected");
  }
  Shape shape = c.shape(0);
  for (size_t i = 0; i < padded.size(); ++i) {
    Dim& extent = shape[padded[i]];
    extent = extent + (*pads.elements)[i] + (*pads.elements)[padded.size() + i];
    GBX_RETURN_IF_ERROR(c.require_at_least(extent, 0, "Pad: extent of the output at axis " + std::to_string(padded[i])));
  }
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

}  // namespace

/// The input with margins at both ends of its axes; a negative margin cuts. What fills them depends on `mode`: a constant, the edge, the
/// mirrored input without its edge (reflect), or the input again (wrap). `pads` lists all begins, then all ends.
OpDef definition() {
  return OpDef("Pad")
      .versions({2, 11, 13, 18, 19, 21, 23, 24, 25})
      .input("data", {})
      .input("pads", kInt64Types, Formal::Arity::kOptional)
      .input("constant_value", {}, Formal::Arity::kOptional)
      .input("axes", kIndexTypes, Formal::Arity::kOptional)
      .output("output", {})
      .attribute("mode")
      .attribute("pads")
      .attribute("value")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        const auto pads = constant_argument(c, "pads", 1);
        if (input > 0 || !pads || c.has_input(3)) return AxisRole::kOpaque;
        const size_t at = static_cast<size_t>(axis), rank = static_cast<size_t>(c.rank(0));
        return pads->size() == 2 * rank && (*pads)[at] == 0 && (*pads)[rank + at] == 0 ? AxisRole::kIndependent : AxisRole::kOpaque;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::pad
