#include "shape/facts/knowledge.h"

#include <algorithm>

#include "shape/facts/propagate.h"

namespace gearbox::facts {

namespace knowledge_detail {

bool says_nothing(const Row& row) {
  return row.sum.overflow() || (row.sum.is_constant() && (row.equality ? row.sum.constant() == 0 : row.sum.constant() >= 0));
}

}  // namespace knowledge_detail

Premises range_premises(const DimNode* node) {
  Premises premises;
  for (SymbolId symbol : node->dim().symbols()) {
    const Interval range = node->scope->from_id(symbol).node()->bounds();
    if (range.lower != 0 || range.upper != INT64_MAX) premises.push_back(range_premise(symbol));
  }
  std::ranges::reverse(premises);
  return premises;
}

Interval Knowledge::range(const DimNode* node) const {
  const Interval own = node->bounds();
  const Column* column = find(node);
  if (column == nullptr) return own;
  return {std::max(own.lower, column->range.interval.lower), std::min(own.upper, column->range.interval.upper)};
}

Premises Knowledge::lower_premises(const DimNode* node) const {
  const Column* column = find(node);
  if (column == nullptr) return range_premises(node);
  return merged(column->range.interval.lower > node->bounds().lower ? column->range.lower : range_premises(node), column->defined);
}

Premises Knowledge::upper_premises(const DimNode* node) const {
  const Column* column = find(node);
  if (column == nullptr) return range_premises(node);
  return merged(column->range.interval.upper < node->bounds().upper ? column->range.upper : range_premises(node), column->defined);
}

bool Knowledge::learn(Fact fact) {
  Row first = row_of(fact.relation, substitution_);
  merge(first.premises, {static_cast<FactId>(facts_.size())});
  facts_.push_back(std::move(fact));
  queue_.push_back(std::move(first));
  while (!queue_.empty() && conflict_.empty()) {
    Row row = std::move(queue_.back());
    queue_.pop_back();
    learn_row(std::move(row));
    if (queue_.empty()) divide_rows();
  }
  if (conflict_.empty()) witnesses_.learn(facts_);
  return conflict_.empty();
}

void Knowledge::learn_row(Row row) {
  row.sum = substitution_.apply(row.sum, row.premises);
  divide_by_content(row);
  if (knowledge_detail::says_nothing(row)) return;
  if (row.sum.is_constant()) {
    conflict_ = std::move(row.premises);
    return;
  }
  if (row.equality) {
    if (const DimNode* symbol = solvable_symbol(row.sum)) {
      if (const Dim value = solve_for(row.sum, symbol); !value.is_overflow()) return replace_symbol(symbol, value, row.premises);
    }
  }
  add_row(std::move(row));
}

/// From now on the value stands for the symbol, in all rows; what was known of the symbol's range is known of the value.
void Knowledge::replace_symbol(const DimNode* symbol, Dim value, const Premises& premises) {
  const auto at = static_cast<size_t>(symbol->symbol);
  if (at < mentions_.size()) {
    for (int32_t column : mentions_[at]) {
      for (int32_t id : columns_[static_cast<size_t>(column)].rows) {
        Row& row = rows_[static_cast<size_t>(id)];
        if (!row.live) continue;
        row.live = false;
        queue_.push_back({row.sum, row.equality, row.premises});
      }
    }
  }
  const Interval known = range(symbol);
  const auto keep_bound = [&](int64_t sign, int64_t bound, const Premises& reasons) {
    Row row{Sum(value), false, premises};
    row.sum.add_constant(bound == INT64_MIN ? 0 : -bound);
    if (sign < 0) row.sum.scale(-1);
    merge(row.premises, reasons);
    queue_.push_back(std::move(row));
  };
  if (known.lower != INT64_MIN) keep_bound(1, known.lower, lower_premises(symbol));
  if (known.upper != INT64_MAX) keep_bound(-1, known.upper, upper_premises(symbol));
  substitution_.add(symbol->symbol, value, premises);
}

void Knowledge::add_row(Row row) {
  const auto id = static_cast<int32_t>(rows_.size());
  for (const Term& term : row.sum.terms()) {
    const int32_t column = register_column(term.monomial, row.premises);
    columns_[static_cast<size_t>(column)].rows.push_back(id);
  }
  if (row.equality) equalities_.push_back(id);
  if (row.equality && !congruences_.learn(row.sum, row.premises)) {
    conflict_ = congruences_.conflict();
    return;
  }
  if (!common_factor(row.sum).is_one()) divisible_.push_back(id);
  rows_.push_back(std::move(row));
  Propagation(*this).row_changed(id);
}

/// N*x == N*y becomes x == y once N is known to be positive.
void Knowledge::divide_rows() {
  std::erase_if(divisible_, [this](int32_t id) {
    Row& row = rows_[static_cast<size_t>(id)];
    if (!row.live) return true;
    const Monomial common = common_factor(row.sum);
    Monomial positive;
    Premises reasons;
    for (const Factor& factor : common.factors()) {
      if (range(factor.atom).lower < 1) continue;
      merge(reasons, lower_premises(factor.atom));
      for (int32_t i = 0; i < factor.power; ++i) positive.multiply(Monomial(factor.atom));
    }
    if (positive.is_one()) return false;
    row.live = false;
    queue_.push_back(divided(row, positive));
    merge(queue_.back().premises, reasons);
    return true;
  });
}

int32_t Knowledge::register_column(const DimNode* node, const Premises& premises) {
  const auto [place, inserted] = column_of_.emplace(node, static_cast<int32_t>(columns_.size()));
  const int32_t id = place->second;
  if (!inserted) return id;
  columns_.push_back({node});
  const bool division = node->kind == NodeKind::kFloorDiv || node->kind == NodeKind::kMod;
  if (division && !node->operands[1].is_constant()) columns_.back().defined = premises;
  for (SymbolId symbol : node->dim().symbols()) {
    if (mentions_.size() <= static_cast<size_t>(symbol)) mentions_.resize(static_cast<size_t>(symbol) + 1);
    mentions_[static_cast<size_t>(symbol)].push_back(id);
  }
  const auto register_part = [&](const DimNode* part) {
    const int32_t part_id = register_column(part, premises);
    columns_[static_cast<size_t>(part_id)].parents.push_back(id);
  };
  std::vector<Dim> parts = node->operands;
  if (node->kind == NodeKind::kMod) parts.push_back(floordiv(node->operands[0], node->operands[1]));  // its definition has the quotient
  for (Dim dim : parts) {
    if (dim.is_overflow()) continue;
    const SumView view(dim);
    for (const Term& term : view.terms()) register_part(term.monomial);
  }
  for (const Factor& factor : node->factors) register_part(factor.atom);
  Propagation(*this).column_added(id);
  return id;
}

}  // namespace gearbox::facts
