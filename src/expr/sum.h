#pragma once

#include <optional>
#include <vector>

#include "expr/node.h"

namespace gearbox {

/// A product of atom powers under construction; empty stands for 1.
class Monomial {
 public:
  Monomial() = default;
  explicit Monomial(const DimNode* monomial);

  bool is_one() const { return factors_.empty(); }
  const std::vector<Factor>& factors() const { return factors_; }
  /// False, and unchanged, where a power would leave int32.
  bool multiply(const Monomial& other);
  /// False, and unchanged, where `other` does not divide this.
  bool divide(const Monomial& other);
  /// Keeps what both have in common.
  void intersect(const Monomial& other);
  /// Keeps the factors of atoms that cannot be negative.
  void keep_non_negative();
  /// The interned monomial; 1 where empty.
  Dim dim() const;

 private:
  std::vector<Factor> factors_;
};

/// A sum under construction: terms are merged as they come and nothing is interned before finish().
class Sum {
 public:
  Sum() = default;
  explicit Sum(Dim dim) { add(dim, 1); }

  /// Adds `factor` times the expression. Leaving int64 makes the whole sum overflow.
  void add(Dim dim, int64_t factor);
  void add(const Sum& sum, int64_t factor);
  /// Adds `factor` times monomial times the expression.
  void add_product(const Monomial& monomial, Dim dim, int64_t factor);
  /// Adds `factor` times the product of two expressions, multiplied out.
  void add_product(Dim a, Dim b, int64_t factor);
  void add_constant(int64_t value);
  void add_term(const DimNode* monomial, int64_t coefficient) {
    const Term term{monomial, coefficient};
    merge({&term, 1}, 1);
  }
  /// Multiplies by an integer.
  void scale(int64_t factor);

  bool overflow() const { return overflow_; }
  bool is_constant() const { return terms_.empty(); }
  int64_t constant() const { return constant_; }
  const std::vector<Term>& terms() const { return terms_; }
  /// Terms, counting a non-zero constant.
  size_t size() const { return terms_.size() + (constant_ != 0 ? 1 : 0); }
  friend bool operator==(const Sum&, const Sum&) = default;
  /// The coefficient of a monomial, 0 where absent.
  int64_t coefficient(const DimNode* monomial) const;

  /// The interned sum exactly as it stands.
  Dim as_written() const;
  /// The interned sum after the rules for sums (rules_sum.cc).
  Dim finish() &&;

 private:
  void merge(std::span<const Term> terms, int64_t factor);
  int64_t constant_ = 0;
  std::vector<Term> terms_;
  bool overflow_ = false;
};

/// Greatest common divisor of all coefficients and the constant; 0 for the expression 0. Always >= 0; 1 where it leaves int64.
int64_t content(Dim dim);
/// What all terms have in common; 1 for a sum with a constant. Undefined for the expression 0.
Monomial common_monomial(Dim dim);
/// dim / (divisor * monomial) where every term is divisible.
Dim exact_quotient(Dim dim, int64_t divisor, const Monomial& monomial);

}  // namespace gearbox
