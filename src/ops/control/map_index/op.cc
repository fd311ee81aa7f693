#include "ops/rules.h"

namespace gearbox::ops::map_index {

namespace {

constexpr DType kRowTypes[] = {DType::kI32};

Status infer(InferContext& c) {
  if (!c.ranked(0) || c.rank(0) != 1 || !c.ranked(1) || c.rank(1) != 2) return c.error("takes a vector and a table of rows");
  GBX_RETURN_IF_ERROR(c.require_equal(c.shape(0)[0], c.shape(1)[1], "MapIndex: values and columns of the table"));
  if (!c.shape(1)[1].is_constant(static_cast<int64_t>(c.attributes().texts("modes").size())))
    return c.error("needs a mode for each column");
  c.output(0, DType::kI32, {});
  return {};
}

}  // namespace

/// The row of a gear table that serves these values: the row that is equal, else of the rows that cover them the one of the smallest
/// product, the first of equals, else the number of rows. A row covers values that are equal in its "exact" columns and at most its own in
/// the "bounded" ones. Where packages run, estimated costs choose among covering rows.
OpDef definition() {
  return OpDef("MapIndex", "gearbox")
      .input("values", kInt64Types)
      .input("table", kInt64Types)
      .output("row", kRowTypes)
      .attribute("modes", true)
      .infer(infer)
      .axes([](const InferContext&, int, int64_t) { return AxisRole::kOpaque; })
      .cost([](const InferContext&) { return Cost(); });
}

}  // namespace gearbox::ops::map_index
