#include "shape/output_claims.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "shape/scaled_symbol.h"
#include "shape/user_terms.h"

namespace gearbox {

namespace {

class Comparison {
 public:
  explicit Comparison(const Graph& graph) : graph_(graph), terms_(graph) {
    for (const Value* input : graph.inputs()) {
      for (int64_t axis = 0; input->type().ranked() && axis < input->type().rank(); ++axis) {
        const Dim dim = input->type().dim(axis);
        const auto extent = scaled_symbol(dim);
        if (extent && is_named_extent(*graph.scope(), *extent)) names_.emplace(extent_name(*graph.scope(), *extent), dim);
        for (const SymbolId symbol : dim.symbols()) bound_.insert(symbol);
      }
    }
  }

  std::vector<ClaimFault> run() && {
    for (const OutputClaim& claim : graph_.claims()) {
      for (size_t i = 0; i < graph_.outputs().size(); ++i) {
        if (graph_.output_name(static_cast<int>(i)) == claim.output) output(claim, graph_.outputs()[i]->type());
      }
    }
    return std::move(faults_);
  }

 private:
  void output(const OutputClaim& claim, const TensorType& type) {
    const std::string where = "output '" + claim.output + "' ";
    if (claim.dtype != DType::kUndefined && claim.dtype != type.dtype) {
      fault(where + "is declared " + std::string(dtype_name(claim.dtype)) + "; it is " + std::string(dtype_name(type.dtype)), true);
    }
    if (!claim.dims || !type.ranked()) return;
    if (claim.dims->size() != type.shape->size()) {
      return fault(where + "is declared with rank " + std::to_string(claim.dims->size()) + "; it is " + type_text(type), true);
    }
    for (size_t axis = 0; axis < claim.dims->size(); ++axis) {
      const std::string& said = (*claim.dims)[axis];
      if (!said.empty()) extent(where + "axis " + std::to_string(axis) + " is declared ", said, (*type.shape)[axis]);
    }
  }

  void extent(const std::string& where, const std::string& said, Dim actual) {
    int64_t number = 0;
    const auto [end, error] = std::from_chars(said.data(), said.data() + said.size(), number);
    if (error == std::errc() && end == said.data() + said.size()) {
      // A symbolic extent may well be that number in the calls the author had in mind: only what excludes it contradicts.
      if (actual == Dim(number)) return;
      const Interval range = bounds(actual);
      return fault(where + said + "; it is " + text(actual), number < range.lower || number > range.upper);
    }
    if (const auto named = names_.find(said); named != names_.end()) {
      if (actual != named->second) fault(where + "'" + said + "', as an input's axis; it is " + text(actual), true);
      return;
    }
    const auto [first, fresh] = unknown_.emplace(said, actual);
    if (fresh) {
      // A late extent has no name of its own to prefer.
      if (actual.is_constant() || !is_late(actual)) fault(where + "'" + said + "', which no input is; it is " + text(actual), false);
    } else if (first->second != actual) {
      fault(where + "'" + said + "', elsewhere " + text(first->second) + "; it is " + text(actual), true);
    }
  }

  bool is_late(Dim dim) const {
    const std::vector<SymbolId> symbols = dim.symbols();
    return std::ranges::any_of(symbols, [&](SymbolId symbol) { return !bound_.contains(symbol); });
  }

  std::string text(Dim dim) const { return terms_.of(dim).text(); }

  void fault(std::string text, bool contradiction) { faults_.push_back({std::move(text), contradiction}); }

  const Graph& graph_;
  UserTerms terms_;
  std::map<std::string, Dim> names_;  ///< extents of inputs, as users call them
  std::set<SymbolId> bound_;          ///< symbols that the inputs set
  std::map<std::string, Dim> unknown_;
  std::vector<ClaimFault> faults_;
};

}  // namespace

std::vector<ClaimFault> output_claim_faults(const Graph& graph) { return Comparison(graph).run(); }

}  // namespace gearbox
