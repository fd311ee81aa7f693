#include "cli/shape_table.h"

#include <algorithm>

#include "base/dims_text.h"
#include "cli/table.h"

namespace gearbox::cli {

std::string shape_table(const ShapeTrace& trace) {
  Table table("llllll");
  table.row({"operator", "value", "type", "in this run", "actual", ""});
  for (const ShapeTrace::Row& row : trace.rows()) {
    const std::string expected = row.ranked ? extents_text(row.expected) : "–";
    table.row({row.op, row.value, row.type, expected, extents_text(row.actual), row.differs ? "differs" : ""});
  }
  const auto differing = std::ranges::count_if(trace.rows(), &ShapeTrace::Row::differs);
  return table.text() + counted(trace.rows().size(), "value") + ", " + std::to_string(differing) +
         " with other extents than its type says\n";
}

}  // namespace gearbox::cli
