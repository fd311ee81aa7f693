#pragma once

#include <unordered_map>
#include <vector>

#include "expr/sum.h"
#include "ir/fact.h"
#include "shape/facts/congruences.h"
#include "shape/facts/premises.h"
#include "shape/facts/substitution.h"
#include "shape/facts/witnesses.h"

namespace gearbox::facts {

/// A fact as a linear row over atoms and monomials: sum >= 0, or sum == 0. Symbols with a rule are replaced.
struct Row {
  Sum sum;
  bool equality = false;
  Premises premises = {};
  bool live = true;  ///< false where other rows took its place
};

/// A range with what each end rests on.
struct Range {
  Interval interval = {INT64_MIN, INT64_MAX};
  Premises lower, upper;
};

/// An atom or monomial that rows speak of.
struct Column {
  const DimNode* node;
  std::vector<int32_t> rows = {};     ///< rows with a term of it; some may be dead
  std::vector<int32_t> parents = {};  ///< columns that are functions or products of it
  Range range = {};
  Premises defined = {};  ///< for a division by an expression: a fact that has it as a part, so that the divisor is not 0
};

/// What a store has derived from its facts. Copyable; every member is a value.
class Knowledge {
 public:
  const std::vector<Fact>& facts() const { return facts_; }
  const Substitution& substitution() const { return substitution_; }
  const Congruences& congruences() const { return congruences_; }
  const Witnesses& witnesses() const { return witnesses_; }
  const std::vector<Row>& rows() const { return rows_; }
  /// The rows that are equalities; some may be dead.
  const std::vector<int32_t>& equalities() const { return equalities_; }
  const std::vector<Column>& columns() const { return columns_; }
  const Column* find(const DimNode* node) const {
    const auto found = column_of_.find(node);
    return found == column_of_.end() ? nullptr : &columns_[static_cast<size_t>(found->second)];
  }
  /// What the atom or monomial can be, by the facts and by the ranges of its symbols.
  Interval range(const DimNode* node) const;
  /// What the ends of that range rest on, and that the node has a value.
  Premises lower_premises(const DimNode* node) const;
  Premises upper_premises(const DimNode* node) const;

  /// Takes a fact in. False where that leaves an empty range, by conflict(): the knowledge is of no more use.
  bool learn(Fact fact);
  /// The premises of an empty range.
  const Premises& conflict() const { return conflict_; }

 private:
  void learn_row(Row row);
  void add_row(Row row);
  void replace_symbol(const DimNode* symbol, Dim value, const Premises& premises);
  void divide_rows();
  int32_t register_column(const DimNode* node, const Premises& premises);

  friend class Propagation;
  std::vector<Fact> facts_;
  Substitution substitution_;
  std::vector<Row> rows_;
  std::vector<int32_t> equalities_;
  std::vector<Column> columns_;
  std::unordered_map<const DimNode*, int32_t> column_of_;
  std::vector<std::vector<int32_t>> mentions_;  ///< by symbol: the columns whose expression mentions it
  std::vector<int32_t> divisible_;              ///< rows whose terms have a common factor that is not known to be positive
  std::vector<Row> queue_;                      ///< rows still to be learned
  Premises conflict_;
  Congruences congruences_;
  Witnesses witnesses_;
};

/// The relation as a row: b - a >= 0 or == 0 with the substitution applied, divided by the common divisor of its coefficients.
Row row_of(const Relation& relation, const Substitution& substitution);
/// Divides by the common divisor of the coefficients; an inequality's constant is rounded down, an equality without solution stays.
void divide_by_content(Row& row);
/// What all terms of a sum without constant have in common; 1 where there is a constant.
Monomial common_factor(const Sum& sum);
/// The row divided by a monomial that divides all its terms.
Row divided(const Row& row, const Monomial& monomial);

}  // namespace gearbox::facts
