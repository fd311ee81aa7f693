#include "api/compiler_explain.h"

#include <algorithm>
#include <memory>

#include "shape/facts/fact_store.h"

namespace gearbox {

namespace {

std::string range_text(Interval range) {
  const std::string lower = range.lower == INT64_MIN ? "" : std::to_string(range.lower);
  return lower + ".." + (range.upper == INT64_MAX ? "" : std::to_string(range.upper));
}

std::string remainder_text(Congruence congruence) {
  if (congruence.modulus == 0) return "always " + std::to_string(congruence.residue);
  if (congruence.modulus == 1) return "any";
  return std::to_string(congruence.residue) + " modulo " + std::to_string(congruence.modulus);
}

class Question {
 public:
  Question(const std::vector<SymbolInfo>& symbols, const std::vector<FactInfo>& facts)
      : scope_(std::make_shared<DimScope>()), symbols_(symbols), facts_(facts), store_(scope_) {}

  Result<std::string> answer(const std::string& text) {
    GBX_RETURN_IF_ERROR(learn());
    const int known = scope_->size();
    auto dim = parse_dim(text, *scope_);
    std::string out;
    if (dim.ok()) {
      GBX_RETURN_IF_ERROR(nothing_new(known, text));
      return about(*dim);
    }
    GBX_ASSIGN_OR_RETURN(const std::vector<Relation> relations, parse_relations(text, *scope_));
    GBX_RETURN_IF_ERROR(nothing_new(known, text));
    for (const Relation& relation : relations) {
      out += store_.explain(relation, store_.ask(relation)) + "\n";
    }
    return out;
  }

 private:
  Status learn() {
    for (const SymbolInfo& symbol : symbols_) {
      const Dim dim = scope_->symbol(symbol.name);
      scope_->narrow(*dim.symbol(), symbol.lower, symbol.upper);
      if (symbol.multiple > 1) {
        GBX_RETURN_IF_ERROR(store_.add({Fact::Kind::kGiven, multiple_of(dim, symbol.multiple),
                                        "'" + symbol.name + "' is a multiple of " + std::to_string(symbol.multiple)}));
      }
    }
    for (const FactInfo& fact : facts_) {
      GBX_ASSIGN_OR_RETURN(const std::vector<Relation> relations, parse_relations(fact.text, *scope_));
      for (const Relation& relation : relations) {
        GBX_RETURN_IF_ERROR(store_.add({fact_kind(fact.kind).value_or(Fact::Kind::kGiven), relation, fact.origin}));
      }
    }
    return {};
  }

  /// Whether the question spoke of symbols the model has.
  Status nothing_new(int known, const std::string& text) const {
    if (scope_->size() == known) return {};
    Status out = invalid_argument("'" + text + "' speaks of '" + scope_->info(known).name + "', which the model does not have");
    for (const SymbolInfo& symbol : symbols_) out.with("symbol", symbol.name);
    return out;
  }

  std::string about(Dim dim) const {
    std::string out =
        dim.text() + "\n  values: " + range_text(store_.range(dim)) + "\n  remainder: " + remainder_text(store_.congruence(dim));
    if (const Dim canonical = store_.canonical(dim); canonical != dim) out += "\n  is: " + canonical.text();
    for (const Dim equal : store_.equal_to(dim)) out += "\n  equals: " + equal.text();
    return out + "\n";
  }

  std::shared_ptr<DimScope> scope_;
  const std::vector<SymbolInfo>& symbols_;
  const std::vector<FactInfo>& facts_;
  FactStore store_;
};

}  // namespace

Result<std::string> explain_extents(const std::vector<SymbolInfo>& symbols, const std::vector<FactInfo>& facts,
                                    const std::string& question) {
  return Question(symbols, facts).answer(question);
}

}  // namespace gearbox
