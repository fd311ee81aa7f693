#include "shape/facts/witnesses.h"

#include "shape/facts/witness_search.h"

namespace gearbox::facts {

namespace witnesses_detail {

/// Nodes evaluated before an expression counts as undefined.
constexpr int kBudget = 64;
/// Searches that may fail before a binding that was lost stays lost.
constexpr int kMaxFailures = 24;

/// A symbol's value before any fact: the bindings differ in size and are irregular, so that they tell relations apart.
int64_t first_value(const DimNode& symbol, size_t lane) {
  static constexpr int64_t kSpread[Witnesses::kCount] = {1, 2, 4, 8, 16, 16, 64, 1000};
  const Interval range = symbol.bounds();
  uint64_t hash = (static_cast<uint64_t>(symbol.symbol) * Witnesses::kCount + lane + 1) * 0x9E3779B97F4A7C15u;
  hash = (hash ^ (hash >> 31)) * 0xBF58476D1CE4E5B9u;
  const int64_t step = static_cast<int64_t>((hash >> 33) % static_cast<uint64_t>(kSpread[lane]));
  return range.upper - range.lower < step ? range.upper : range.lower + step;
}

}  // namespace witnesses_detail

int64_t Witnesses::value(const DimNode& symbol, size_t lane) const {
  const auto at = static_cast<size_t>(symbol.symbol);
  return at < values_.size() ? values_[at][lane] : witnesses_detail::first_value(symbol, lane);
}

Lanes<Witnesses::kCount> Witnesses::evaluate(const Sum& sum) const {
  const auto symbol = [this](const DimNode& node) {
    Lanes<kCount> lanes;
    lanes.defined = alive_;
    if (const auto at = static_cast<size_t>(node.symbol); at < values_.size()) {
      lanes.value = values_[at];
    } else {
      for (size_t lane = 0; lane < kCount; ++lane) lanes.value[lane] = witnesses_detail::first_value(node, lane);
    }
    return lanes;
  };
  Lanes<kCount> result = LaneEvaluator<kCount, decltype(symbol)>(symbol, witnesses_detail::kBudget).sum(sum.constant(), sum.terms());
  result.defined &= alive_;
  return result;
}

void Witnesses::learn(std::span<const Fact> facts) {
  const auto id = static_cast<FactId>(facts.size() - 1);
  const Relation& relation = facts.back().relation;
  std::vector<SymbolId> ids = relation.a.symbols();
  const std::vector<SymbolId> more = relation.b.symbols();
  ids.insert(ids.end(), more.begin(), more.end());
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  const DimScope* scope = scope_of(relation.a, relation.b);
  symbols_of_.emplace_back();
  for (SymbolId symbol : ids) {
    const auto at = static_cast<size_t>(symbol);
    for (size_t next = values_.size(); next <= at; ++next) {
      const DimNode& node = *scope->from_id(static_cast<SymbolId>(next)).node();
      std::array<int64_t, kCount>& values = values_.emplace_back();
      for (size_t lane = 0; lane < kCount; ++lane) values[lane] = witnesses_detail::first_value(node, lane);
    }
    if (facts_of_.size() <= at) facts_of_.resize(at + 1);
    facts_of_[at].push_back(id);
    symbols_of_.back().push_back(scope->from_id(symbol).node());
  }
  for (size_t lane = 0; lane < kCount; ++lane) {
    const bool alive = (alive_ >> lane & 1) != 0;
    if (!alive && failures_ >= witnesses_detail::kMaxFailures) continue;
    if (WitnessSearch(*this, facts, lane).satisfy(id, /*all=*/!alive)) {
      alive_ |= 1u << lane;
    } else {
      alive_ &= ~(1u << lane);
      ++failures_;
    }
  }
}

}  // namespace gearbox::facts
