#include "ops/rules.h"

namespace gearbox::ops::get_dynamic_dims {

namespace {

Status infer(InferContext& c) {
  const Ints columns = c.attributes().integers("columns"), inputs = c.attributes().integers("inputs"),
             axes = c.attributes().integers("axes");
  if (columns.size() != inputs.size() || columns.size() != axes.size()) return c.error("its attributes contradict each other");
  std::vector<std::optional<Dim>> dims;
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] < 0 || columns[i] > static_cast<int64_t>(dims.size())) return c.error("a column stands out of order");
    if (inputs[i] < 0 || inputs[i] >= c.inputs() || !c.ranked(static_cast<int>(inputs[i])))
      return c.error("reads an input without a known rank");
    GBX_ASSIGN_OR_RETURN(const int64_t axis, c.axis(axes[i], c.rank(static_cast<int>(inputs[i]))));
    if (columns[i] == static_cast<int64_t>(dims.size())) dims.emplace_back(std::nullopt);
    std::optional<Dim>& dim = dims[static_cast<size_t>(columns[i])];
    const Dim extent = c.shape(static_cast<int>(inputs[i]))[static_cast<size_t>(axis)];
    dim = dim && *dim != extent ? Dim::overflow() : extent;
  }
  std::vector<Dim> elements;
  for (const std::optional<Dim>& dim : dims) elements.push_back(*dim);
  c.output(0, DType::kI64, {static_cast<int64_t>(dims.size())});
  c.contents(0, std::move(elements));
  return {};
}

}  // namespace

/// The values of a gear table's columns in a call, read off the inputs' own extents: the extent at axis axes[i] of input inputs[i] for
/// column columns[i], -1 where the places of a column differ.
OpDef definition() {
  return OpDef("GetDynamicDims", "gearbox")
      .input("inputs", {}, Formal::Arity::kVariadic)
      .output("dims", kInt64Types)
      .attribute("columns", true)
      .attribute("inputs", true)
      .attribute("axes", true)
      .infer(infer)
      .axes([](const InferContext&, int, int64_t) { return AxisRole::kOpaque; })
      .cost([](const InferContext&) { return Cost(); });
}

}  // namespace gearbox::ops::get_dynamic_dims
