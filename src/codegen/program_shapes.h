#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "expr/bytecode.h"
#include "ir/graph.h"
#include "package/program.h"
#include "shape/user_terms.h"

namespace gearbox {

/// The shape code of a program while its graph is lowered: which extents are known so far, where they come from, and what is demanded of
/// them.
class ProgramShapes {
 public:
  explicit ProgramShapes(const Graph& graph);

  /// Takes the symbols that the inputs' extents give, and demands of their other extents to be what the type says. Errors: an extent of
  /// symbols that no input has.
  Status bind_inputs();
  /// What holds in every call: symbols lie in the ranges that simplification relied on, and users' facts are true. Not for bodies, whose
  /// extents come from a program that was checked.
  void demand_of_calls();
  /// Takes a symbol that a step's output gives; its slot.
  int32_t learn(SymbolId symbol);
  /// Adds those of the graph's checks whose extents are all known by now.
  void add_known_checks();

  bool known(SymbolId symbol) const { return symbols_.contains(symbol); }
  bool known(Dim dim) const;
  bool known(const TensorType& type) const;
  int32_t slot_of(Dim dim) { return compiler_.slot_of(dim); }

  const DimCompiler& compiler() const { return compiler_; }
  const std::vector<SymbolBinding>& bindings() const { return bindings_; }
  const std::vector<ProgramCheck>& checks() const { return checks_; }

 private:
  bool binds(size_t input, int64_t axis) const;
  void demand_ranges();
  void demand_facts();
  bool is_condition(SymbolId symbol, int64_t bound) const;

  const Graph& graph_;
  UserTerms terms_;
  DimCompiler compiler_;
  std::set<SymbolId> symbols_;  ///< known
  std::vector<SymbolBinding> bindings_;
  std::vector<ProgramCheck> checks_;
  std::vector<ShapeCheck> pending_;
};

}  // namespace gearbox
