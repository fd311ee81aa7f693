#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::gather_concat {

namespace {

Status infer(InferContext& c) {
  const Ints columns = c.attributes().integers("columns");
  if (c.inputs() < 2 || static_cast<int>(columns.size()) + 1 != c.inputs() || !c.ranked(0) || c.rank(0) != 2)
    return c.error("needs indices of two axes and a column for each part");
  Dim rows = c.shape(0)[0], width = 0;
  for (int i = 1; i < c.inputs(); ++i) {
    const int64_t column = columns[static_cast<size_t>(i) - 1];
    if (!c.ranked(i) || c.rank(i) != 2 || c.dtype(i) != c.dtype(1)) return c.error(quoted(c, i) + " is no part: two axes of one type are");
    if (column >= 0) {
      GBX_RETURN_IF_ERROR(c.require_at_least(c.shape(0)[1], column + 1, "Gather: columns of " + quoted(c, 0)));
    } else {
      GBX_RETURN_IF_ERROR(
          merge_extents(c, rows, c.shape(i)[0], "Concat: extents of " + quoted(c, 0) + " and " + quoted(c, i) + " at axis 0"));
    }
    width = width + c.shape(i)[1];
  }
  c.output(0, c.dtype(1), {rows, width});
  return {};
}

}  // namespace

/// Rows joined of parts: rows of tables that columns of the indices name, and rows as they are. An attribute `columns` of -1 means the
/// latter.
OpDef definition() {
  return OpDef("GatherConcat", "gearbox")
      .input("indices", kIndexTypes)
      .input("parts", {}, Formal::Arity::kVariadic)
      .output("y", {})
      .attribute("columns", true)
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        const Ints columns = c.attributes().integers("columns");
        const bool table = input > 0 && columns[static_cast<size_t>(input) - 1] >= 0;
        return table == (axis == 0) ? AxisRole::kPermuted : AxisRole::kIndependent;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::gather_concat
