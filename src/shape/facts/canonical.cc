#include "shape/facts/canonical.h"

#include <algorithm>

#include "expr/rules.h"

namespace gearbox::facts {

namespace canonical_detail {

constexpr int kMaxSteps = 32;

/// Whether `a` gives way to `b` rather than the other way round.
bool before(const DimNode* a, const DimNode* b) {
  if (a->degree != b->degree) return a->degree > b->degree;
  if (a->depth != b->depth) return a->depth > b->depth;
  return compare_monomials(a, b) > 0;
}

}  // namespace canonical_detail

using namespace canonical_detail;

const Term* leading_term(const Sum& sum) {
  if (sum.terms().empty()) return nullptr;
  const auto lead = std::ranges::min_element(sum.terms(), before, &Term::monomial);
  return &*lead;
}

Dim Canonical::apply(Dim dim) {
  if (dim.is_constant() || dim.is_overflow()) return dim;
  if (const auto found = known_.find(dim.node()); found != known_.end()) return found->second;
  const Dim result = reduce(Sum(rebuild(*dim.node()))).finish();
  known_.emplace(dim.node(), result);
  return result;
}

Dim Canonical::rebuild(const DimNode& node) {
  switch (node.kind) {
    case NodeKind::kSymbol: {
      const Substitution::Rule* rule = knowledge_.substitution().rule(node.symbol);
      if (rule == nullptr) return node.dim();
      merge(premises_, rule->premises);
      return rule->value;
    }
    case NodeKind::kFloorDiv: return floordiv(apply(node.operands[0]), apply(node.operands[1]));
    case NodeKind::kMod: return mod(apply(node.operands[0]), apply(node.operands[1]));
    case NodeKind::kProduct: return apply(node.operands[0]) * apply(node.operands[1]);
    case NodeKind::kMin:
    case NodeKind::kMax:
    case NodeKind::kBroadcast: {
      std::vector<Dim> operands;
      operands.reserve(node.operands.size());
      for (Dim operand : node.operands) operands.push_back(apply(operand));
      if (proven_) drop_superfluous(node.kind, operands);
      return select(node.kind, std::move(operands));
    }
    case NodeKind::kMonomial: {
      Dim result = 1;
      for (const Factor& factor : node.factors) result = result * power(apply(factor.atom->dim()), factor.power);
      return result;
    }
    case NodeKind::kSum: {
      Sum sum(node.constant);
      for (const Term& term : node.terms) sum.add(apply(term.monomial->dim()), term.coefficient);
      return std::move(sum).finish();
    }
    case NodeKind::kOverflow: return node.dim();
  }
  return node.dim();
}

bool Canonical::is_total(Dim dim) {
  if (dim.is_constant()) return true;
  const DimNode& node = *dim.node();
  if (const auto found = total_.find(&node); found != total_.end()) return found->second;
  const bool division = node.kind == NodeKind::kFloorDiv || node.kind == NodeKind::kMod;
  const bool total = !(division && bounds(node.operands[1]).lower < 1) &&
                     std::ranges::all_of(node.operands, [this](Dim operand) { return is_total(operand); }) &&
                     std::ranges::all_of(node.factors, [this](const Factor& factor) { return is_total(factor.atom->dim()); }) &&
                     std::ranges::all_of(node.terms, [this](const Term& term) { return is_total(term.monomial->dim()); });
  total_.emplace(&node, total);
  return total;
}

void Canonical::drop_superfluous(NodeKind kind, std::vector<Dim>& operands) {
  for (size_t i = 0; i < operands.size();) {
    const bool drop = is_total(operands[i]) && std::ranges::any_of(operands, [&](const Dim& other) {
                        return &other != &operands[i] && gives_way(kind, operands[i], other);
                      });
    if (drop) {
      operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

bool Canonical::gives_way(NodeKind kind, Dim dim, Dim to) const {
  switch (kind) {
    case NodeKind::kMin: return proven_(at_most(to, dim));
    case NodeKind::kMax: return proven_(at_most(dim, to));
    default: return proven_(equal(dim, 1)) || proven_(equal(dim, to));
  }
}

Sum Canonical::reduce(Sum sum) {
  for (int steps = 0; steps < kMaxSteps && reduce_once(sum); ++steps) {
  }
  return sum;
}

bool Canonical::reduce_once(Sum& sum) {
  if (sum.overflow()) return false;
  for (const Term& term : sum.terms()) {
    for (int32_t id : knowledge_.equalities()) {
      const Row& row = knowledge_.rows()[static_cast<size_t>(id)];
      const Term* lead = row.live ? leading_term(row.sum) : nullptr;
      Monomial factor(term.monomial);
      if (lead == nullptr || term.coefficient == INT64_MIN || term.coefficient % lead->coefficient != 0 ||
          !factor.divide(Monomial(lead->monomial)))
        continue;
      Sum multiple;
      multiple.add(factor.dim(), row.sum.constant());
      for (const Term& part : row.sum.terms()) {
        Monomial product(part.monomial);
        if (product.multiply(factor)) multiple.add(product.dim(), part.coefficient);
      }
      Sum reduced(sum);
      reduced.add(multiple, -(term.coefficient / lead->coefficient));
      if (reduced.overflow()) continue;
      merge(premises_, row.premises);
      sum = std::move(reduced);
      return true;
    }
  }
  return false;
}

}  // namespace gearbox::facts
