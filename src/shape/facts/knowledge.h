#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "expr/sum.h"
#include "ir/fact.h"
#include "shape/facts/fact_set.h"
#include "shape/facts/substitution.h"

namespace gearbox::facts {

/// A fact as a linear row over atoms and monomials: sum >= 0, or sum == 0. Symbols with a rule are replaced.
struct Row {
  Sum sum;
  bool equality = false;
  FactSet facts;
  bool live = true;  ///< false where a later substitution made another row of it
};

/// An atom or monomial that rows speak of.
struct Column {
  const DimNode* node;
  std::vector<int32_t> rows;     ///< rows with a term of it; some may be dead
  std::vector<int32_t> parents;  ///< columns of rows that are functions or products of it
};

/// What a store has derived from its facts. Copyable; every member is a value.
struct Knowledge {
  std::vector<Fact> facts;
  Substitution substitution;
  std::vector<Row> rows;
  std::vector<Column> columns;
  std::unordered_map<const DimNode*, int32_t> column_of;
  std::vector<std::vector<int32_t>> mentions;  ///< by symbol: the columns whose expression mentions it

  const Column* find(const DimNode* node) const {
    const auto found = column_of.find(node);
    return found == column_of.end() ? nullptr : &columns[static_cast<size_t>(found->second)];
  }

  /// Takes a fact in, without checking it against the others.
  void learn(Fact fact);

 private:
  void learn_row(Row row);
  void add_row(Row row);
  void add_rule(const DimNode* symbol, Dim value, FactSet facts);
  int32_t register_column(const DimNode* node);
};

/// The relation as a row: b - a >= 0 or == 0 with the substitution applied, divided by the common divisor of its coefficients.
Row row_of(const Relation& relation, const Substitution& substitution);

}  // namespace gearbox::facts
