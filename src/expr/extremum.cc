#include "expr/extremum.h"

#include <algorithm>
#include <numeric>

#include "expr/bounds.h"

namespace gearbox::extremum {

namespace extremum_detail {

/// More operands are neither gathered from nested functions nor compared pair by pair.
constexpr size_t kMaxOperands = 16;

/// Subtracts `part` from every operand and adds it outside. False, and unchanged, where something would overflow.
bool move_out(Selection& selection, Dim part) {
  std::vector<Dim> operands = selection.operands;
  for (Dim& operand : operands) {
    operand = operand - part;
    if (operand.is_overflow()) return false;
  }
  const Dim add = selection.add + selection.times * part;
  if (add.is_overflow()) return false;
  selection.operands = std::move(operands);
  selection.add = add;
  return true;
}

/// Divides every operand by integer * monomial and multiplies outside.
bool divide_out(Selection& selection, int64_t divisor, const Monomial& monomial) {
  const Dim times = selection.times * (divisor * monomial.dim());
  if (times.is_overflow()) return false;
  for (Dim& operand : selection.operands) operand = exact_quotient(operand, divisor, monomial);
  selection.times = times;
  return true;
}

/// The part of the coefficient that both share: of one sign, the smaller magnitude.
int64_t shared(int64_t a, int64_t b) {
  if (a > 0 && b > 0) return std::min(a, b);
  if (a < 0 && b < 0) return std::max(a, b);
  return 0;
}

}  // namespace extremum_detail

using namespace extremum_detail;

bool flatten(Selection& selection) {
  const NodeKind opposite = selection.kind == NodeKind::kMin ? NodeKind::kMax : NodeKind::kMin;
  for (size_t i = 0; i < selection.operands.size(); ++i) {
    const SumView view(selection.operands[i]);
    if (view.terms().size() != 1) continue;
    const auto [inner, coefficient] = view.terms()[0];
    if (inner->kind != (coefficient > 0 ? selection.kind : opposite)) continue;
    if (selection.operands.size() - 1 + inner->operands.size() > kMaxOperands) continue;
    std::vector<Dim> operands = selection.operands;
    operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(i));
    for (Dim operand : inner->operands) operands.push_back(coefficient * operand + view.constant());
    if (std::ranges::any_of(operands, &Dim::is_overflow)) continue;
    selection.operands = std::move(operands);
    return true;
  }
  return false;
}

bool drop_repeats(Selection& selection) {
  const auto repeats = std::ranges::unique(selection.operands);
  const bool changed = !repeats.empty();
  selection.operands.erase(repeats.begin(), repeats.end());
  return changed;
}

bool drop_dominated(Selection& selection) {
  std::vector<Dim>& operands = selection.operands;
  if (operands.size() > kMaxOperands) return false;
  for (size_t i = 0; i < operands.size(); ++i) {
    for (size_t j = 0; j < operands.size(); ++j) {
      const size_t drop = selection.kind == NodeKind::kMin ? j : i;
      if (i == j || !proven_le(operands[i], operands[j])) continue;
      operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(drop));
      return true;
    }
  }
  return false;
}

bool take_out_sum(Selection& selection) {
  const std::vector<Dim>& operands = selection.operands;
  if (operands.size() < 2) return false;
  const SumView first(operands[0]);
  Sum common;
  for (const Term& term : first.terms()) {
    int64_t part = term.coefficient;
    for (Dim operand : operands) part = shared(part, Sum(operand).coefficient(term.monomial));
    if (part != 0) common.add_term(term.monomial, part);
  }
  return common.size() != 0 && move_out(selection, std::move(common).finish());
}

bool take_out_offset(Selection& selection) {
  if (selection.operands.size() < 2) return false;
  int64_t smallest = INT64_MAX;
  for (Dim operand : selection.operands) smallest = std::min(smallest, SumView(operand).constant());
  return smallest != 0 && move_out(selection, smallest);
}

bool take_out_scale(Selection& selection) {
  if (selection.operands.size() < 2) return false;
  int64_t divisor = 0;
  for (Dim operand : selection.operands) divisor = std::gcd(divisor, content(operand));
  return divisor > 1 && divide_out(selection, divisor, Monomial());
}

bool take_out_factor(Selection& selection) {
  if (selection.operands.size() < 2) return false;
  Monomial common;
  bool first = true;
  for (Dim operand : selection.operands) {
    if (operand.is_constant(0)) continue;
    if (first) common = common_monomial(operand);
    if (!first) common.intersect(common_monomial(operand));
    first = false;
  }
  common.keep_non_negative();
  return !common.is_one() && divide_out(selection, 1, common);
}

}  // namespace gearbox::extremum
