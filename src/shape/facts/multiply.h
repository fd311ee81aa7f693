#pragma once

#include <vector>

#include "shape/facts/knowledge.h"

namespace gearbox::facts {

/// A row times a monomial: true where the row is, as the monomial is not negative or the row an equality.
struct Multiple {
  int32_t row;
  Sum sum;
};

/// Multiples of the rows that speak of the given monomials: from A*D <= 64 comes A*D*E <= 64*E for the monomial A*D*E. Those whose
/// terms are all among the monomials first, at most `count`.
std::vector<Multiple> multiples(const Knowledge& knowledge, std::span<const int32_t> rows, std::span<const DimNode* const> monomials,
                                size_t count);

}  // namespace gearbox::facts
