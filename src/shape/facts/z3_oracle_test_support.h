#pragma once

#include <z3++.h>

#include <vector>

#include "shape/facts/random_facts_test_support.h"

namespace gearbox::facts_test {

enum class Outcome {
  kPossible,    ///< there are values
  kImpossible,  ///< there are none, by proof
  kOpen,        ///< Z3 gave up
};

/// Facts as written, given to Z3. Every divisor written in a fact or question counts as not 0.
class Oracle {
 public:
  explicit Oracle(z3::context& context);

  void add_symbol(Interval range);
  void add_fact(const Statement& fact);

  /// Whether the facts leave values at all.
  Outcome check();
  /// Whether the facts leave values at which the question is true (or false).
  Outcome check(const Statement& question, bool truth);
  /// The same for only some of the facts.
  Outcome check_with(const std::vector<int32_t>& facts, const Statement& question, bool truth);

  /// Values at which all facts hold, as far as Z3 has shown some.
  const std::vector<Values>& examples() const { return examples_; }
  std::string text(const Statement& statement);

 private:
  z3::expr expression(const Tree& tree, z3::expr_vector& conditions);
  void assert_in(z3::solver& solver, const Statement& statement, bool truth);
  z3::solver solver();
  Outcome solve();

  z3::context& context_;
  z3::solver solver_;
  std::vector<z3::expr> unknowns_;
  std::vector<Interval> ranges_;
  std::vector<Statement> facts_;
  std::vector<Values> examples_;
};

}  // namespace gearbox::facts_test
