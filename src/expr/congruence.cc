#include <algorithm>
#include <numeric>

#include "expr/bounds.h"
#include "expr/scalar.h"

namespace gearbox {

namespace congruence_detail {

constexpr int64_t kLimit = int64_t{1} << 30;

/// Reduces the residue; forgets what is too large to multiply safely.
Congruence normal(int64_t modulus, int64_t residue) {
  if (modulus < 0) modulus = -modulus;
  if (modulus >= kLimit || residue >= kLimit || residue <= -kLimit) {
    if (modulus < 2 || modulus >= kLimit) return {};
  }
  return modulus == 0 ? Congruence{0, residue} : Congruence{modulus, *scalar::mod(residue, modulus)};
}

Congruence constant(int64_t value) { return normal(0, value); }

Congruence add(Congruence a, Congruence b) { return normal(std::gcd(a.modulus, b.modulus), a.residue + b.residue); }

Congruence mul(Congruence a, Congruence b) {
  const int64_t modulus = std::gcd(std::gcd(a.modulus * b.modulus, a.modulus * b.residue), b.modulus * a.residue);
  return normal(modulus, a.residue * b.residue);
}

/// What holds of a value that satisfies one of the two.
Congruence either(Congruence a, Congruence b) { return normal(std::gcd(std::gcd(a.modulus, b.modulus), a.residue - b.residue), a.residue); }

Congruence floordiv(Congruence a, Dim divisor) {
  if (!divisor.is_constant() || divisor.value() <= 0 || a.modulus % divisor.value() != 0) return {};
  return normal(a.modulus / divisor.value(), *scalar::floordiv(a.residue, divisor.value()));
}

Congruence mod(Congruence a, Dim divisor) {
  if (!divisor.is_constant() || divisor.value() <= 0 || divisor.value() >= kLimit) return {};
  return normal(std::gcd(a.modulus, divisor.value()), a.residue);
}

}  // namespace congruence_detail

Congruence congruence(Dim dim) { return dim.is_constant() ? congruence_detail::constant(dim.value()) : dim.node()->congruence; }

Congruence compute_congruence(const DimNode& node) {
  using namespace congruence_detail;
  switch (node.kind) {
    case NodeKind::kFloorDiv: return floordiv(congruence(node.operands[0]), node.operands[1]);
    case NodeKind::kMod: return mod(congruence(node.operands[0]), node.operands[1]);
    case NodeKind::kProduct: return mul(congruence(node.operands[0]), congruence(node.operands[1]));
    case NodeKind::kMin:
    case NodeKind::kMax:
    case NodeKind::kBroadcast: {
      Congruence result = congruence(node.operands[0]);
      for (Dim operand : node.operands) result = either(result, congruence(operand));
      return result;
    }
    case NodeKind::kMonomial: {
      Congruence result = constant(1);
      for (const Factor& factor : node.factors) {
        for (int32_t i = 0; i < std::min(factor.power, 8); ++i) result = mul(result, factor.atom->congruence);
        if (factor.power > 8) return {};
      }
      return result;
    }
    case NodeKind::kSum: {
      Congruence result = constant(node.constant);
      for (const Term& term : node.terms) result = add(result, mul(constant(term.coefficient), term.monomial->congruence));
      return result;
    }
    case NodeKind::kSymbol:
    case NodeKind::kOverflow: return {};
  }
  return {};
}

}  // namespace gearbox
