#pragma once

#include <optional>
#include <vector>

#include "expr/sum.h"
#include "shape/facts/premises.h"

namespace gearbox::facts {

/// value = residue modulo modulus (Congruence), with what it rests on.
struct Remainder {
  Congruence congruence = {};
  Premises premises = {};
};

/// Both at once, by the Chinese remainder theorem; nullopt where no value satisfies both. Where the modulus would leave int64 the
/// stronger of the two is kept.
std::optional<Congruence> meet(Congruence a, Congruence b);

/// Remainders of linear forms, from equalities.
class Congruences {
 public:
  /// Takes in sum == 0. False where that contradicts what is known: no value is left by conflict().
  bool learn(const Sum& sum, const Premises& premises);
  const Premises& conflict() const { return conflict_; }

  /// What follows for the sum from its terms and the forms that are multiples of parts of it.
  Remainder remainder(const Sum& sum) const { return remainder(sum, 2); }
  /// The sum with every mod(x, c) replaced by its value where that is known; adds what that rests on to `used`.
  Sum resolve(const Sum& sum, Premises& used) const;

 private:
  /// form = residue modulo modulus; the form has no constant, and its first coefficient is positive.
  struct Form {
    Sum form;
    Remainder remainder;
  };
  Remainder remainder(const Sum& sum, int depth) const;
  bool learn_form(const Sum& form, Congruence congruence, const Premises& premises);
  const Form* find(const Sum& form) const;

  std::vector<Form> forms_;
  Premises conflict_;
};

}  // namespace gearbox::facts
