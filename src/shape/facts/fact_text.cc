#include "shape/facts/fact_text.h"

namespace gearbox::facts {

std::string fact_line(const Fact& fact) { return fact.relation.text() + "  (" + fact.origin + ")"; }

std::string range_line(const DimScope& scope, SymbolId symbol) {
  const Symbol info = scope.info(symbol);
  std::string range = scope.from_id(symbol).text();
  if (info.lower != 0 || info.upper == INT64_MAX) range = std::to_string(info.lower) + " <= " + range;
  if (info.upper != INT64_MAX) range += " <= " + std::to_string(info.upper);
  return range + "  (range of the symbol)";
}

}  // namespace gearbox::facts
