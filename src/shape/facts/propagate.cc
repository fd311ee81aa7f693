#include "shape/facts/propagate.h"

#include <algorithm>

#include "expr/interval.h"
#include "expr/scalar.h"

namespace gearbox::facts {

namespace propagate_detail {

/// Ends narrowed for one new row or column.
constexpr int kMaxSteps = 64;
/// Rows and definitions looked at for it.
constexpr int kMaxLooks = 4096;
constexpr size_t kMaxTerms = 12;

Interval scaled(int64_t factor, Interval range) { return interval::mul({factor, factor}, range); }

}  // namespace propagate_detail

using namespace propagate_detail;

void Propagation::row_changed(int32_t id) {
  const Row row = knowledge_.rows_[static_cast<size_t>(id)];
  use_row(row.sum, row.equality, row.premises);
  run();
}

void Propagation::column_added(int32_t id) {
  use_definition(knowledge_.columns_[static_cast<size_t>(id)].node);
  run();
}

void Propagation::run() {
  while (!changed_.empty() && steps_ < kMaxSteps && looks_ < kMaxLooks && knowledge_.conflict_.empty()) {
    const DimNode* node = changed_.back();
    changed_.pop_back();
    const Column column = *knowledge_.find(node);
    looks_ += static_cast<int>(column.rows.size() + column.parents.size());
    for (int32_t id : column.rows) {
      const Row& row = knowledge_.rows_[static_cast<size_t>(id)];
      if (row.live) use_row(row.sum, row.equality, row.premises);
    }
    if (node->kind != NodeKind::kSymbol) use_definition(node);
    for (int32_t parent : column.parents) use_definition(knowledge_.columns_[static_cast<size_t>(parent)].node);
  }
}

bool Propagation::narrow(const DimNode* node, int64_t bound, bool lower, Premises premises) {
  const auto found = knowledge_.column_of_.find(node);
  if (found == knowledge_.column_of_.end() || !knowledge_.conflict_.empty()) return false;
  Range& range = knowledge_.columns_[static_cast<size_t>(found->second)].range;
  (lower ? range.interval.lower : range.interval.upper) = bound;
  (lower ? range.lower : range.upper) = std::move(premises);
  const Interval now = knowledge_.range(node);
  if (now.lower > now.upper) {
    knowledge_.conflict_ = knowledge_.lower_premises(node);
    merge(knowledge_.conflict_, knowledge_.upper_premises(node));
    return true;
  }
  ++steps_;
  if (std::ranges::find(changed_, node) == changed_.end()) changed_.push_back(node);
  return true;
}

void Propagation::use_row(const Sum& sum, bool equality, const Premises& premises) {
  use_sum(sum, 1, premises);
  if (equality) use_sum(sum, -1, premises);
}

/// sign * sum >= 0: each term is at least minus what the others are at most.
void Propagation::use_sum(const Sum& sum, int64_t sign, const Premises& premises) {
  if (sum.overflow() || sum.terms().size() > kMaxTerms) return;
  for (const Term& term : sum.terms()) {
    if (term.coefficient == INT64_MIN || steps_ >= kMaxSteps) return;
    Interval others = scaled(sign, {sum.constant(), sum.constant()});
    for (const Term& other : sum.terms()) {
      if (&other == &term) continue;
      others = interval::add(others, scaled(sign, scaled(other.coefficient, knowledge_.range(other.monomial))));
    }
    if (others.upper == INT64_MAX || others.upper == INT64_MIN) continue;
    // coefficient * x >= -others.upper
    const int64_t coefficient = sign * term.coefficient;
    const bool lower = coefficient > 0;
    const auto bound = lower ? scalar::mul(*scalar::floordiv(others.upper, coefficient), -1) : scalar::floordiv(others.upper, -coefficient);
    const Interval known = knowledge_.range(term.monomial);
    if (!bound || (lower ? *bound <= known.lower : *bound >= known.upper)) continue;
    Premises reasons = premises;
    for (const Term& other : sum.terms()) {
      if (&other == &term) continue;
      const bool upper_end = (sign > 0) == (other.coefficient > 0);
      merge(reasons, upper_end ? knowledge_.upper_premises(other.monomial) : knowledge_.lower_premises(other.monomial));
    }
    narrow(term.monomial, *bound, lower, std::move(reasons));
  }
}

void Propagation::use_definition(const DimNode* node) {
  const auto at_least = [this, premises = knowledge_.find(node)->defined](Dim a, Dim b) {
    Sum sum(a);
    sum.add(b, -1);
    use_sum(sum, 1, premises);
  };
  switch (node->kind) {
    case NodeKind::kFloorDiv: {
      const Dim x = node->operands[0], y = node->operands[1];
      if (!y.is_constant() || y.value() <= 0) return;
      Sum rest(x);
      rest.add(node->dim(), -y.value());
      use_sum(rest, 1, {});
      rest.scale(-1);
      rest.add_constant(y.value() - 1);
      use_sum(rest, 1, {});
      return;
    }
    case NodeKind::kMod:
      if (bounds(node->operands[0]).lower >= 0 && bounds(node->operands[1]).lower >= 0) at_least(node->operands[0], node->dim());
      return;
    case NodeKind::kMin:
      for (Dim operand : node->operands) at_least(operand, node->dim());
      return;
    case NodeKind::kMax:
      for (Dim operand : node->operands) at_least(node->dim(), operand);
      return;
    case NodeKind::kMonomial: return use_product(node);
    default: return;
  }
}

/// The product's range from the factors'; and each factor's upper end where the others are positive.
void Propagation::use_product(const DimNode* node) {
  Interval product = {1, 1};
  Premises all_lower, all;
  bool non_negative = true;
  for (const Factor& factor : node->factors) {
    const Interval range = knowledge_.range(factor.atom);
    non_negative &= range.lower >= 0;
    product = interval::mul(product, interval::power(range, factor.power));
    merge(all_lower, knowledge_.lower_premises(factor.atom));
    merge(all, knowledge_.upper_premises(factor.atom));
  }
  merge(all, all_lower);
  const Interval known = knowledge_.range(node);
  if (product.lower > known.lower && product.lower < INT64_MAX) narrow(node, product.lower, true, non_negative ? all_lower : all);
  if (product.upper < known.upper && product.upper > INT64_MIN) narrow(node, product.upper, false, all);
  if (!non_negative) return;
  for (const Factor& factor : node->factors) {
    if (factor.power == 1) use_factor(node, factor.atom);
  }
}

/// The ends of a factor from those of the product and the other factors, none of which is negative.
void Propagation::use_factor(const DimNode* product, const DimNode* factor) {
  Interval others = {1, 1};
  Premises lower, upper;
  for (const Factor& other : product->factors) {
    if (other.atom == factor) continue;
    others = interval::mul(others, interval::power(knowledge_.range(other.atom), other.power));
    merge(lower, knowledge_.lower_premises(other.atom));
    merge(upper, knowledge_.upper_premises(other.atom));
  }
  const Interval whole = knowledge_.range(product), known = knowledge_.range(factor);
  if (whole.upper < INT64_MAX && whole.upper >= 0 && others.lower >= 1 && whole.upper / others.lower < known.upper) {
    narrow(factor, whole.upper / others.lower, false, merged(lower, knowledge_.upper_premises(product)));
  }
  if (whole.lower < 1) return;
  const bool bounded = others.upper < INT64_MAX && others.upper >= 1;
  const int64_t least = bounded ? (whole.lower - 1) / others.upper + 1 : 1;
  if (least > known.lower) narrow(factor, least, true, merged(bounded ? upper : Premises(), knowledge_.lower_premises(product)));
}

}  // namespace gearbox::facts
