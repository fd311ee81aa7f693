#pragma once

#include <vector>

#include "shape/facts/knowledge.h"

namespace gearbox::facts {

/// What may be multiplied: sum >= 0 or sum == 0, and a number to know it by.
struct Multiplicand {
  const Sum* sum;
  bool equality;
  int id;
};

/// A multiplicand times a monomial; true where it is, as the monomial is not negative or it an equality.
struct Multiple {
  Sum sum;
  bool equality;
  int id;
};

/// Multiples that speak of the given monomials: from A*D <= 64 comes A*D*E <= 64*E for the monomial A*D*E. Those whose terms are all
/// among the monomials first, at most `count`.
std::vector<Multiple> multiples(const Knowledge& knowledge, std::span<const Multiplicand> from, std::span<const DimNode* const> monomials,
                                size_t count);

}  // namespace gearbox::facts
