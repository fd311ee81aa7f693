#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/graph.h"

namespace gearbox {

/// Extents of values of a graph in a new scope, for a closed body that takes these values.
class ClosedTypes {
 public:
  /// The types of `values` in the graph must have been inferred.
  ClosedTypes(const Graph& graph, const std::vector<Value*>& values);

  const std::shared_ptr<DimScope>& scope() const { return scope_; }
  /// The type and, where they can be expressed, the contents of one of the values.
  TensorType type(const Value& value) const;
  std::optional<std::vector<Dim>> contents(const Value& value) const;
  /// Those of the graph's facts that can be expressed.
  std::vector<Fact> facts() const;

 private:
  void name_symbols();
  void add_symbol(const Value& value, int64_t axis);
  void add_expression(const Value& value, int64_t axis);
  Dim narrowed(const std::string& name, Dim outer) const;
  std::optional<Dim> inside(Dim outer) const;

  const Graph& graph_;
  std::shared_ptr<DimScope> scope_ = std::make_shared<DimScope>();
  std::map<SymbolId, std::string> names_;         ///< of the graph's symbols, as users know them
  std::map<SymbolId, Dim> symbols_;               ///< of the graph's symbols: what stands for them
  std::vector<std::pair<Dim, Dim>> expressions_;  ///< of extents that the symbols do not tell
};

}  // namespace gearbox
