#pragma once

#include <optional>

#include "expr/rules.h"
#include "expr/sum.h"

/// What the rules for floordiv and mod share. x is the dividend, y the divisor.
namespace gearbox::division {

/// Negates both operands where the divisor is negative: the quotient stays, the remainder changes its sign.
bool negate_if_divisor_negative(Division& division);

/// x = quotient*y + remainder with quotient not 0.
struct Split {
  Dim quotient;
  Dim remainder;
};

/// Moves multiples of y out of x. Where y is one term with coefficient c, the coefficients of x at multiples of it end in
/// [-c/16, c - c/16), a constant in [0, c). Where y is a sum, polynomial division, taken only where it leaves fewer terms or a constant.
std::optional<Split> split_multiples(Dim x, Dim y);

/// All that x and y have in common, not 1, and both divided by it.
struct Cancelled {
  Dim factor;
  Dim x;
  Dim y;
};
std::optional<Cancelled> cancel(Dim x, Dim y);

/// x = factor*x' + rest and y = factor*y' >= 0, factor >= 2 an integer, 0 <= rest < factor.
struct Coarse {
  int64_t factor;
  Dim x;
  Dim y;
  int64_t rest;
};
std::optional<Coarse> coarsen(Dim x, Dim y);

/// floordiv(x, y) where the ranges leave one value.
std::optional<int64_t> only_quotient(Dim x, Dim y);

}  // namespace gearbox::division
