#include "shape/facts/definitions.h"

#include <array>
#include <optional>

#include "expr/scalar.h"

namespace gearbox::facts {

namespace definitions_detail {

constexpr Origin kNone = {0, 0};
constexpr size_t kMaxFactors = 3;

/// y*q as a sum; y alone where q is one atom or monomial.
Sum times(Dim y, Dim q) {
  Sum product;
  product.add_product(y, q, 1);
  return product;
}

/// 0 <= x - y*q < y, for y > 0.
void append_quotient(System& system, Dim x, Dim y, Dim q, Origin origin) {
  const Sum product = times(y, q);
  system.draft(x, 1).draft(product, -1).commit(false, origin);
  system.draft(product, 1).draft(y, 1).draft_constant(-1).draft(x, -1).commit(false, origin);
}

/// A division by an expression rests on what says that it has a value.
Origin division_origin(int column, Dim divisor) { return divisor.is_constant() ? kNone : Origin{0, range_bit(column, false)}; }

void append_floordiv(System& system, int column, const DimNode& node) {
  const Dim x = node.operands[0], y = node.operands[1];
  if (bounds(y).lower < 0) return;
  const Origin origin = division_origin(column, y);
  append_quotient(system, x, y, node.dim(), origin);
  if (y.is_constant()) return;
  system.draft(y, 1).draft_constant(-1).commit(false, origin);
  if (bounds(x).lower >= 0) system.draft(x, 1).draft(node.dim(), -1).commit(false, origin);
}

void append_mod(System& system, int column, const DimNode& node) {
  const Dim x = node.operands[0], y = node.operands[1];
  if (bounds(y).lower < 0) return;
  const Origin origin = division_origin(column, y);
  system.draft(x, 1).draft(times(y, floordiv(x, y)), -1).draft(node.dim(), -1).commit(true, origin);
  if (bounds(x).lower >= 0) system.draft(x, 1).draft(node.dim(), -1).commit(false, origin);
  if (y.is_constant()) return;
  system.draft(y, 1).draft_constant(-1).draft(node.dim(), -1).commit(false, origin);
}

/// One end of the range of a product's part.
struct End {
  Dim part;
  int64_t value;
  uint64_t bit;
};

/// (f - l)*(g - m) >= 0 for two lower or two upper ends l and m; <= 0 for one of each.
void append_corner(System& system, const DimNode& node, const End& f, const End& g, int64_t sign) {
  const auto corner = scalar::mul(f.value, g.value);
  if (!corner || *corner == INT64_MIN) return;
  system.draft(node.dim(), sign).draft(g.part, -sign * f.value).draft(f.part, -sign * g.value).draft_constant(sign * *corner);
  system.commit(false, {0, f.bit | g.bit});
}

/// The ends of a node's range that are known: lower, upper.
std::array<std::optional<End>, 2> ends(System& system, const Knowledge& knowledge, Dim part) {
  const Interval range = knowledge.range(part.node());
  const int column = system.column(part.node());
  std::array<std::optional<End>, 2> result;
  if (range.lower > -INT64_MAX) result[0] = End{part, range.lower, range_bit(column, false)};
  if (range.upper < INT64_MAX) result[1] = End{part, range.upper, range_bit(column, true)};
  return result;
}

void append_product(System& system, const DimNode& node, const Knowledge& knowledge) {
  const size_t splits = node.factors.size() == 2 && node.factors[0].power == 1 && node.factors[1].power == 1 ? 1 : node.factors.size();
  for (size_t i = 0; i < std::min(splits, kMaxFactors); ++i) {
    const Monomial first(node.factors[i].atom);
    Monomial rest(&node);
    rest.divide(first);
    const auto f = ends(system, knowledge, first.dim()), g = ends(system, knowledge, rest.dim());
    for (size_t a = 0; a < 2; ++a) {
      for (size_t b = 0; b < 2; ++b) {
        // Two lower ends of 0 say only that the product is >= 0.
        if (f[a] && g[b] && (f[a]->value != 0 || g[b]->value != 0)) append_corner(system, node, *f[a], *g[b], a == b ? 1 : -1);
      }
    }
  }
}

}  // namespace definitions_detail

void append_definition(System& system, int column, const Knowledge& knowledge) {
  using namespace definitions_detail;
  const DimNode& node = *system.node(column);
  switch (node.kind) {
    case NodeKind::kFloorDiv: return append_floordiv(system, column, node);
    case NodeKind::kMod: return append_mod(system, column, node);
    case NodeKind::kMonomial: return append_product(system, node, knowledge);
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
