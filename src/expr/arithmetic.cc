#include <utility>

#include "expr/node.h"
#include "expr/scalar.h"
#include "expr/sum.h"

namespace gearbox {

namespace arithmetic {

/// A product of two sums is multiplied out up to this many terms; a larger one becomes a kProduct atom.
constexpr size_t kTermBudget = 64;

/// Splits a sum into integer * monomial * primitive sum (coefficients without common divisor, the first one positive).
struct Primitive {
  int64_t coefficient;
  Monomial monomial;
  Dim sum;
};

Primitive primitive(Dim sum) {
  Primitive result{content(sum), common_monomial(sum), sum};
  if (SumView(sum).terms()[0].coefficient < 0) result.coefficient = -result.coefficient;
  result.sum = exact_quotient(sum, result.coefficient, result.monomial);
  return result;
}

/// The product of two sums as a kProduct atom of their primitive parts, so that equal products up to common factors meet.
Dim unexpanded(Dim a, Dim b) {
  Primitive left = primitive(a), right = primitive(b);
  const auto coefficient = scalar::mul(left.coefficient, right.coefficient);
  if (!coefficient || left.sum.is_overflow() || right.sum.is_overflow() || !left.monomial.multiply(right.monomial)) return Dim::overflow();
  NodeContent atom;
  atom.kind = NodeKind::kProduct;
  atom.operands = {left.sum, right.sum};
  if (compare_dims(left.sum, right.sum) > 0) std::swap(atom.operands[0], atom.operands[1]);
  const Dim product = DimNode::intern(*left.sum.node()->scope, std::move(atom));
  return *coefficient * (left.monomial.dim() * product);
}

}  // namespace arithmetic

Dim operator+(Dim a, Dim b) {
  Sum sum(a);
  sum.add(b, 1);
  return std::move(sum).finish();
}

Dim operator-(Dim a, Dim b) {
  Sum sum(a);
  sum.add(b, -1);
  return std::move(sum).finish();
}

Dim operator-(Dim a) { return Dim(0) - a; }

Dim operator*(Dim a, Dim b) {
  if (a.is_overflow() || b.is_overflow()) return Dim::overflow();
  const SumView left(a), right(b);
  if (left.size() > 1 && right.size() > 1 && left.size() * right.size() > arithmetic::kTermBudget) return arithmetic::unexpanded(a, b);
  Sum result;
  result.add_product(a, b, 1);
  return std::move(result).finish();
}

Dim power(Dim base, int32_t exponent) {
  Dim result = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 != 0) result = result * base;
    if (exponent > 1) base = base * base;
  }
  return result;
}

Dim product(std::span<const Dim> dims) {
  Dim result = 1;
  for (Dim dim : dims) result = result * dim;
  return result;
}

}  // namespace gearbox
