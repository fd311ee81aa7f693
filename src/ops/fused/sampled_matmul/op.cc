#include <algorithm>

#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::sampled_matmul {

namespace {

/// Rows that operands have at least.
constexpr int64_t kFewest = 4;

constexpr const char* kPlaces[] = {"rows", "columns"};

Status infer(InferContext& c) {
  const Ints rows = c.attributes().integers("rows"), columns = c.attributes().integers("columns");
  if (!c.ranked(0) || !c.ranked(1) || c.rank(0) != 3 || c.rank(1) != 3 || rows.size() != columns.size())
    return c.error("needs two operands of three axes and as many rows as columns");
  GBX_RETURN_IF_ERROR(c.require_equal(c.shape(0)[0], c.shape(1)[0], "MatMul: batches of " + quoted(c, 0) + " and " + quoted(c, 1)));
  GBX_RETURN_IF_ERROR(c.require_equal(c.shape(0)[2], c.shape(1)[2], "MatMul: columns of " + quoted(c, 0) + " and rows of " + quoted(c, 1)));
  for (int i = 0; i < 2; ++i) {
    const Ints places = c.attributes().integers(kPlaces[i]);
    const auto [least, most] = std::ranges::minmax(places.empty() ? Ints{0} : places);
    if (least < 0) return c.error(std::string("'") + kPlaces[i] + "' must not be negative");
    GBX_RETURN_IF_ERROR(c.require_at_least(c.shape(i)[1], std::max(kFewest, most + 1), std::string("rows of ") + quoted(c, i)));
  }
  c.output(0, DType::kF32, {c.shape(0)[0], Dim(static_cast<int64_t>(rows.size()))});
  return {};
}

/// Batches are independent, the depth is contracted, rows are picked.
AxisRole role(const InferContext&, int, int64_t axis) {
  return axis == 0 ? AxisRole::kIndependent : axis == 2 ? AxisRole::kContracted : AxisRole::kPermuted;
}

}  // namespace

/// Some elements of the matrix products a[b] times the transpose of b[b]: y[b, s] is the product of row `rows`[s] of a and row
/// `columns`[s] of b. What is not asked for is not computed. Both have four rows or more.
OpDef definition() {
  constexpr static DType kTypes[] = {DType::kF32};
  return OpDef("SampledMatMul", "gearbox")
      .input("a", kTypes)
      .input("b", kTypes)
      .output("y", kTypes)
      .attribute("rows", true)
      .attribute("columns", true)
      .infer(infer)
      .axes(role)
      .cost([](const InferContext& c) {
        const Dim written = c.shape(0)[0] * static_cast<int64_t>(c.attributes().integers("rows").size());
        return Cost{written * c.shape(0)[2] * 2, (c.volume(0) + c.volume(1) + written) * 4};
      });
}

}  // namespace gearbox::ops::sampled_matmul
