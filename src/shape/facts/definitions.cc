#include "shape/facts/definitions.h"

#include "expr/scalar.h"

namespace gearbox::facts {

namespace definitions_detail {

constexpr Origin kNone = {0, 0};

/// y*q as a sum; y alone where q is one atom or monomial.
Sum times(Dim y, Dim q) {
  Sum product;
  product.add_product(y, q, 1);
  return product;
}

/// 0 <= x - y*q < y, for y > 0.
void append_quotient(System& system, Dim x, Dim y, Dim q) {
  const Sum product = times(y, q);
  system.draft(x, 1).draft(product, -1).commit(false, kNone);
  system.draft(product, 1).draft(y, 1).draft_constant(-1).draft(x, -1).commit(false, kNone);
}

void append_floordiv(System& system, const DimNode& node) {
  const Dim x = node.operands[0], y = node.operands[1];
  if (bounds(y).lower < 0) return;
  append_quotient(system, x, y, node.dim());
  if (y.is_constant()) return;
  system.draft(y, 1).draft_constant(-1).commit(false, kNone);
  if (bounds(x).lower >= 0) system.draft(x, 1).draft(node.dim(), -1).commit(false, kNone);
}

void append_mod(System& system, const DimNode& node) {
  const Dim x = node.operands[0], y = node.operands[1];
  if (bounds(y).lower < 0) return;
  system.draft(x, 1).draft(times(y, floordiv(x, y)), -1).draft(node.dim(), -1).commit(true, kNone);
  if (bounds(x).lower >= 0) system.draft(x, 1).draft(node.dim(), -1).commit(false, kNone);
  if (y.is_constant()) return;
  system.draft(y, 1).draft_constant(-1).draft(node.dim(), -1).commit(false, kNone);
}

/// (f - l)*(g - m) >= 0 for bounds l of f and m of g, both lower or both upper; <= 0 for one of each.
void append_corner(System& system, const DimNode& node, Dim f, Dim g, int64_t l, int64_t m, int64_t sign) {
  const auto corner = scalar::mul(l, m);
  if (!corner || *corner == INT64_MIN || l == INT64_MIN || m == INT64_MIN) return;
  system.draft(node.dim(), sign).draft(g, -sign * l).draft(f, -sign * m).draft_constant(sign * *corner).commit(false, kNone);
}

void append_product(System& system, const DimNode& node) {
  Monomial rest(&node);
  const Monomial first(node.factors[0].atom);
  rest.divide(first);
  const Dim f = first.dim(), g = rest.dim();
  const Interval a = bounds(f), b = bounds(g);
  const bool lower = a.lower != INT64_MIN && b.lower != INT64_MIN, upper = a.upper != INT64_MAX && b.upper != INT64_MAX;
  if (lower && (a.lower != 0 || b.lower != 0)) append_corner(system, node, f, g, a.lower, b.lower, 1);
  if (upper) append_corner(system, node, f, g, a.upper, b.upper, 1);
  if (a.lower != INT64_MIN && b.upper != INT64_MAX) append_corner(system, node, f, g, a.lower, b.upper, -1);
  if (a.upper != INT64_MAX && b.lower != INT64_MIN) append_corner(system, node, f, g, a.upper, b.lower, -1);
}

}  // namespace definitions_detail

void append_definition(System& system, int column) {
  using namespace definitions_detail;
  const DimNode& node = *system.node(column);
  switch (node.kind) {
    case NodeKind::kFloorDiv: return append_floordiv(system, node);
    case NodeKind::kMod: return append_mod(system, node);
    case NodeKind::kMonomial: return append_product(system, node);
    case NodeKind::kMin:
      for (Dim operand : node.operands) system.draft(operand, 1).draft(node.dim(), -1).commit(false, kNone);
      return;
    case NodeKind::kMax:
      for (Dim operand : node.operands) system.draft(node.dim(), 1).draft(operand, -1).commit(false, kNone);
      return;
    case NodeKind::kBroadcast:
      // An operand of 1 gives way, so none is a lower bound unless all are at least 1.
      for (Dim operand : node.operands) {
        if (bounds(operand).lower < 1) return;
      }
      for (Dim operand : node.operands) system.draft(node.dim(), 1).draft(operand, -1).commit(false, kNone);
      return;
    default: return;
  }
}

}  // namespace gearbox::facts
