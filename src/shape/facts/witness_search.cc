#include "shape/facts/witness_search.h"

#include <algorithm>

namespace gearbox::facts {

namespace search_detail {

constexpr int kMaxMoves = 48;
constexpr int kBudget = 128;
/// Facts of a symbol that are looked at to judge a move.
constexpr size_t kMaxJudged = 16;
/// Distances over which a margin's slope is taken: quotients change only now and then.
constexpr int64_t kSteps[] = {1, 32};
/// In so many of 100 moves the best is left for a random one.
constexpr uint64_t kNoise = 12;

}  // namespace search_detail

using namespace search_detail;

WitnessSearch::WitnessSearch(Witnesses& witnesses, std::span<const Fact> facts, size_t lane)
    : witnesses_(witnesses), facts_(facts), lane_(lane), state_((facts.size() * Witnesses::kCount + lane + 1) * 0x9E3779B97F4A7C15u) {}

uint64_t WitnessSearch::random(uint64_t below) {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return state_ % below;
}

WitnessSearch::Value WitnessSearch::margin(const Relation& relation, const DimNode* symbol, int64_t value) const {
  const auto values = [&](const DimNode& node) {
    return Lanes<1>{{&node == symbol ? value : witnesses_.values_[static_cast<size_t>(node.symbol)][lane_]}, 1};
  };
  LaneEvaluator<1, decltype(values)> evaluator(values, kBudget);
  const Lanes<1> a = evaluator.dim(relation.a), b = evaluator.dim(relation.b);
  int64_t difference;
  if ((a.defined & b.defined) == 0 || __builtin_sub_overflow(b.value[0], a.value[0], &difference)) return std::nullopt;
  return difference;
}

bool WitnessSearch::holds(FactId fact, const DimNode* symbol, int64_t value) const {
  const Relation& relation = facts_[static_cast<size_t>(fact)].relation;
  const Value difference = margin(relation, symbol, value);
  return difference && (relation.kind == Relation::Kind::kEqual ? *difference == 0 : *difference >= 0);
}

int WitnessSearch::broken(const DimNode* symbol, int64_t value) const {
  const std::vector<FactId>& facts = witnesses_.facts_of_[static_cast<size_t>(symbol->symbol)];
  int count = 0;
  for (size_t i = 0; i < std::min(facts.size(), kMaxJudged); ++i) {
    count += holds(facts[facts.size() - 1 - i], symbol, value) ? 0 : 1;
  }
  return count;
}

/// Values of the symbol worth a try: where the line through two margins meets 0, the ends of the range, and near ones.
void WitnessSearch::candidates(FactId fact, const DimNode* symbol) {
  const Relation& relation = facts_[static_cast<size_t>(fact)].relation;
  const Interval range = symbol->bounds();
  const int64_t now = at(symbol);
  candidates_.clear();
  const auto offer = [&](int64_t value) {
    value = std::clamp(value, range.lower, range.upper);
    if (value != now && std::ranges::find(candidates_, value) == candidates_.end()) candidates_.push_back(value);
  };
  const Value here = margin(relation, symbol, now);
  for (int64_t step : kSteps) {
    const Value there = here && now < INT64_MAX - step ? margin(relation, symbol, now + step) : std::nullopt;
    int64_t rise;
    if (!there || *here == INT64_MIN || __builtin_sub_overflow(*there, *here, &rise) || rise == 0) continue;
    const auto run = scalar::mul(-*here, step);
    const auto distance = run ? scalar::floordiv(*run, rise) : run;
    const auto target = distance ? scalar::add(now, *distance) : distance;
    if (!target || *target == INT64_MAX) continue;
    offer(*target);
    offer(*target + 1);
  }
  offer(range.lower);
  offer(now / 2);
  offer(now - 1);
  if (now < INT64_MAX / 4) {
    offer(now + 1);
    offer(2 * now + 1);
    offer(now + 1 + static_cast<int64_t>(random(16)));
  }
  offer(static_cast<int64_t>(random(10)));
}

bool WitnessSearch::move(FactId fact) {
  const std::vector<const DimNode*>& symbols = witnesses_.symbols_of_[static_cast<size_t>(fact)];
  if (symbols.empty()) return false;
  const DimNode* best = nullptr;
  int64_t best_value = 0;
  int best_cost = INT32_MAX;
  const bool noisy = random(100) < kNoise;
  // The symbols made last first: they are derived from the others more often than the other way round.
  for (size_t i = symbols.size(); i-- > 0;) {
    candidates(fact, symbols[i]);
    for (int64_t value : candidates_) {
      const int cost = noisy ? static_cast<int>(random(64)) : 4 * broken(symbols[i], value) + (holds(fact, symbols[i], value) ? 0 : 3);
      if (cost >= best_cost) continue;
      best = symbols[i];
      best_value = value;
      best_cost = cost;
    }
  }
  if (best == nullptr) return false;
  at(best) = best_value;
  for (FactId other : witnesses_.facts_of_[static_cast<size_t>(best->symbol)]) {
    if (!holds(other, nullptr, 0) && std::ranges::find(queue_, other) == queue_.end()) queue_.push_back(other);
  }
  return true;
}

bool WitnessSearch::satisfy(FactId fact, bool all) {
  if (all) {
    for (FactId id = 0; id < fact; ++id) queue_.push_back(id);
  }
  queue_.push_back(fact);
  for (int moves = 0; !queue_.empty();) {
    const size_t which = queue_.size() == 1 ? 0 : random(queue_.size());
    const FactId next = queue_[which];
    if (holds(next, nullptr, 0)) {
      queue_[which] = queue_.back();
      queue_.pop_back();
    } else if (++moves > kMaxMoves || !move(next)) {
      return false;
    }
  }
  return true;
}

}  // namespace gearbox::facts
