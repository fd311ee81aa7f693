#include "ops/arguments.h"

namespace gearbox::ops::gather {

namespace {

/// The elements taken, where those of the data are known and the indices are numbers.
Result<std::optional<std::vector<Dim>>> gathered_contents(const InferContext& c, size_t axis) {
  const auto indices = numbers(c.contents(1));
  const Dim extent = c.shape(0)[axis];
  if (!indices || !extent.is_constant()) return std::optional<std::vector<Dim>>();
  const int64_t n = extent.value();
  for (int64_t index : *indices) {
    if (index < -n || index >= n) {
      return c.error("index " + std::to_string(index) + " in " + quoted(c, 1) + " is out of range for extent " + std::to_string(n) +
                     " of " + quoted(c, 0));
    }
  }
  const auto data = c.contents(0);
  const std::span<const Dim> shape = c.shape(0);
  const Dim outer = product(shape.first(axis)), inner = product(shape.subspan(axis + 1));
  if (!data || !outer.is_constant() || !inner.is_constant()) return std::optional<std::vector<Dim>>();
  std::vector<Dim> out;
  for (int64_t o = 0; o < outer.value(); ++o) {
    for (int64_t index : *indices) {
      for (int64_t i = 0; i < inner.value(); ++i) {
        out.push_back((*data)[static_cast<size_t>((o * n + (index < 0 ? index + n : index)) * inner.value() + i)]);
      }
    }
  }
  return std::optional(std::move(out));
}

Status infer(InferContext& c) {
  if (!c.ranked(0) || !c.ranked(1)) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  if (c.rank(0) == 0) return c.error(quoted(c, 0) + " is a scalar: nothing to gather from");
  GBX_ASSIGN_OR_RETURN(const int64_t axis, c.axis(c.attributes().integer("axis", 0), c.rank(0)));
  Shape shape(c.shape(0).begin(), c.shape(0).begin() + axis);
  shape.insert(shape.end(), c.shape(1).begin(), c.shape(1).end());
  shape.insert(shape.end(), c.shape(0).begin() + axis + 1, c.shape(0).end());
  GBX_ASSIGN_OR_RETURN(auto contents, gathered_contents(c, static_cast<size_t>(axis)));
  c.output(0, c.dtype(0), std::move(shape));
  if (contents) c.contents(0, std::move(*contents));
  return {};
}

}  // namespace

/// Slices of `data` along `axis`, picked by `indices`; negative indices count from the end.
OpDef definition() {
  return OpDef("Gather")
      .versions({1, 11, 13})
      .input("data", {})
      .input("indices", kIndexTypes)
      .output("output", {})
      .attribute("axis")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        if (input == 1) return AxisRole::kIndependent;
        const int64_t picked = c.attributes().integer("axis", 0);
        return axis == (picked < 0 ? picked + c.rank(0) : picked) ? AxisRole::kPermuted : AxisRole::kIndependent;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::gather
