#include "shape/facts/knowledge.h"

#include <numeric>

#include "expr/scalar.h"

namespace gearbox::facts {

namespace knowledge_detail {

/// Divides by the common divisor of the coefficients; an inequality's constant is rounded down, an equality is left alone where the
/// constant is not divisible (it has no solution).
void tidy(Row& row) {
  uint64_t divisor = 0;
  for (const Term& term : row.sum.terms()) {
    divisor =
        std::gcd(divisor, term.coefficient < 0 ? 0 - static_cast<uint64_t>(term.coefficient) : static_cast<uint64_t>(term.coefficient));
  }
  if (divisor <= 1 || divisor > INT64_MAX) return;
  const int64_t by = static_cast<int64_t>(divisor);
  if (row.equality && row.sum.constant() % by != 0) return;
  Sum reduced(*scalar::floordiv(row.sum.constant(), by));
  for (const Term& term : row.sum.terms()) reduced.add_term(term.monomial, term.coefficient / by);
  row.sum = std::move(reduced);
}

Sum at_least(Dim value, int64_t bound) {
  Sum sum(value);
  sum.add(bound, -1);
  return sum;
}

Sum at_most(Dim value, int64_t bound) {
  Sum sum(bound);
  sum.add(value, -1);
  return sum;
}

bool says_nothing(const Row& row) {
  return row.sum.overflow() || (row.sum.is_constant() && (row.equality ? row.sum.constant() == 0 : row.sum.constant() >= 0));
}

}  // namespace knowledge_detail

Row row_of(const Relation& relation, const Substitution& substitution) {
  Row row;
  row.equality = relation.kind == Relation::Kind::kEqual;
  row.sum = substitution.apply(relation.b, row.facts);
  row.sum.add(substitution.apply(relation.a, row.facts), -1);
  knowledge_detail::tidy(row);
  return row;
}

int32_t Knowledge::register_column(const DimNode* node) {
  const auto [place, inserted] = column_of.emplace(node, static_cast<int32_t>(columns.size()));
  const int32_t id = place->second;
  if (!inserted) return id;
  columns.push_back({node, {}, {}});
  for (SymbolId symbol : node->dim().symbols()) {
    if (mentions.size() <= static_cast<size_t>(symbol)) mentions.resize(static_cast<size_t>(symbol) + 1);
    mentions[static_cast<size_t>(symbol)].push_back(id);
  }
  const auto part = [this, id](const DimNode* child) {
    const int32_t child_id = register_column(child);
    columns[static_cast<size_t>(child_id)].parents.push_back(id);
  };
  for (Dim operand : node->operands) {
    const SumView view(operand);
    for (const Term& term : view.terms()) part(term.monomial);
  }
  for (const Factor& factor : node->factors) part(factor.atom);
  return id;
}

void Knowledge::add_row(Row row) {
  const int32_t id = static_cast<int32_t>(rows.size());
  for (const Term& term : row.sum.terms()) {
    const int32_t column = register_column(term.monomial);
    columns[static_cast<size_t>(column)].rows.push_back(id);
  }
  rows.push_back(std::move(row));
}

void Knowledge::learn_row(Row row) {
  using namespace knowledge_detail;
  if (says_nothing(row)) return;
  if (row.equality) {
    if (const DimNode* symbol = solvable_symbol(row.sum)) {
      if (const Dim value = solve_for(row.sum, symbol); !value.is_overflow()) return add_rule(symbol, value, row.facts);
    }
  }
  add_row(std::move(row));
}

/// The rule replaces the symbol in all rows; what its range says of it now says it of the value.
void Knowledge::add_rule(const DimNode* node, Dim value, FactSet facts_used) {
  using namespace knowledge_detail;
  const size_t symbol = static_cast<size_t>(node->symbol);
  std::vector<Row> changed;
  if (symbol < mentions.size()) {
    for (int32_t column : mentions[symbol]) {
      for (int32_t id : columns[static_cast<size_t>(column)].rows) {
        Row& row = rows[static_cast<size_t>(id)];
        if (!row.live) continue;
        row.live = false;
        changed.push_back({row.sum, row.equality, row.facts});
      }
    }
  }
  const Interval range = node->bounds();
  if (range.lower != INT64_MIN) changed.push_back({at_least(value, range.lower), false, facts_used});
  if (range.upper != INT64_MAX) changed.push_back({at_most(value, range.upper), false, facts_used});
  substitution.add(node->symbol, value, facts_used);
  for (Row& row : changed) {
    row.sum = substitution.apply(row.sum, row.facts);
    knowledge_detail::tidy(row);
    learn_row(std::move(row));
  }
}

void Knowledge::learn(Fact fact) {
  Row row = row_of(fact.relation, substitution);
  merge(row.facts, {static_cast<FactId>(facts.size())});
  facts.push_back(std::move(fact));
  learn_row(std::move(row));
}

}  // namespace gearbox::facts
