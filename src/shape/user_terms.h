#pragma once

#include <map>
#include <string>

#include "expr/whole_extents.h"
#include "ir/graph.h"

namespace gearbox {

/// Writes extents in the symbols users know: where the graph has only the quotient q of an input's extent H = 32*q, 64*q becomes 2*H and
/// q becomes floordiv(H, 32). An extent that only a step decides is called after the step's output, as late_name says.
class UserTerms {
 public:
  explicit UserTerms(const Graph& graph);
  Dim of(Dim dim) const;
  const std::map<SymbolId, WholeExtent>& extents() const { return extents_; }
  static std::string late_name(const Value& output, int64_t axis);

 private:
  std::map<SymbolId, WholeExtent> extents_;  ///< by the graph's symbol
};

}  // namespace gearbox
