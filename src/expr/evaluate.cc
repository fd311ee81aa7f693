#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "expr/rules.h"
#include "expr/scalar.h"

namespace gearbox {

namespace evaluation {

using Binding = std::function<std::optional<int64_t>(SymbolId)>;
using Replacement = std::function<std::optional<Dim>(SymbolId)>;
using scalar::Value;

/// Evaluates every node once, in the order of operations that DimCompiler emits.
class Evaluator {
 public:
  explicit Evaluator(const Binding& binding) : binding_(binding) {}

  Value value(Dim dim) { return dim.is_constant() ? Value(dim.value()) : value(dim.node()); }

 private:
  Value value(const DimNode* node) {
    if (node->kind == NodeKind::kSymbol) return binding_(node->symbol);
    if (const auto found = known_.find(node); found != known_.end()) return found->second;
    const Value result = compute(*node);
    known_.emplace(node, result);
    return result;
  }

  Value compute(const DimNode& node) {
    switch (node.kind) {
      case NodeKind::kFloorDiv: return fold(node, scalar::floordiv);
      case NodeKind::kMod: return fold(node, scalar::mod);
      case NodeKind::kBroadcast: return fold(node, scalar::broadcast);
      case NodeKind::kProduct: return fold(node, scalar::mul);
      case NodeKind::kMin: return fold(node, [](int64_t a, int64_t b) { return Value(std::min(a, b)); });
      case NodeKind::kMax: return fold(node, [](int64_t a, int64_t b) { return Value(std::max(a, b)); });
      case NodeKind::kMonomial: return monomial(node);
      case NodeKind::kSum: return sum(node);
      case NodeKind::kSymbol:
      case NodeKind::kOverflow: return std::nullopt;
    }
    return std::nullopt;
  }

  template <class Operation>
  Value fold(const DimNode& node, Operation&& operation) {
    Value result = value(node.operands[0]);
    for (size_t i = 1; i < node.operands.size() && result; ++i) {
      const Value next = value(node.operands[i]);
      result = next ? operation(*result, *next) : next;
    }
    return result;
  }

  Value monomial(const DimNode& node) {
    Value result = 1;
    for (const Factor& factor : node.factors) {
      const Value base = value(factor.atom);
      const Value raised = base ? power(*base, factor.power) : base;
      if (!raised) return raised;
      result = scalar::mul(*result, *raised);
      if (!result) return result;
    }
    return result;
  }

  static Value power(int64_t base, int32_t exponent) {
    if (exponent == 1) return base;
    const Value half = power(base, exponent / 2);
    const Value even = half ? scalar::mul(*half, *half) : half;
    return even && exponent % 2 != 0 ? scalar::mul(*even, base) : even;
  }

  Value sum(const DimNode& node) {
    Value result = 0;
    for (const Term& term : node.terms) {
      const Value factor = value(term.monomial);
      const Value product = factor ? scalar::mul(*factor, term.coefficient) : factor;
      if (!product) return product;
      result = scalar::add(*result, *product);
      if (!result) return result;
    }
    return scalar::add(*result, node.constant);
  }

  const Binding& binding_;
  std::unordered_map<const DimNode*, Value> known_;
};

/// Rebuilds every node once from its rebuilt parts.
class Substitution {
 public:
  explicit Substitution(const Replacement& replacement) : replacement_(replacement) {}

  Dim apply(Dim dim) { return dim.is_constant() ? dim : apply(dim.node()); }

 private:
  Dim apply(const DimNode* node) {
    if (const auto found = known_.find(node); found != known_.end()) return found->second;
    const Dim result = rebuild(*node);
    known_.emplace(node, result);
    return result;
  }

  Dim rebuild(const DimNode& node) {
    switch (node.kind) {
      case NodeKind::kSymbol: return replacement_(node.symbol).value_or(node.dim());
      case NodeKind::kFloorDiv: return floordiv(apply(node.operands[0]), apply(node.operands[1]));
      case NodeKind::kMod: return mod(apply(node.operands[0]), apply(node.operands[1]));
      case NodeKind::kProduct: return apply(node.operands[0]) * apply(node.operands[1]);
      case NodeKind::kMin:
      case NodeKind::kMax:
      case NodeKind::kBroadcast: {
        std::vector<Dim> operands;
        operands.reserve(node.operands.size());
        for (Dim operand : node.operands) operands.push_back(apply(operand));
        return select(node.kind, std::move(operands));
      }
      case NodeKind::kMonomial: {
        Dim result = 1;
        for (const Factor& factor : node.factors) result = result * power(apply(factor.atom), factor.power);
        return result;
      }
      case NodeKind::kSum: {
        Sum sum(node.constant);
        for (const Term& term : node.terms) sum.add(apply(term.monomial), term.coefficient);
        return std::move(sum).finish();
      }
      case NodeKind::kOverflow: return node.dim();
    }
    return node.dim();
  }

  const Replacement& replacement_;
  std::unordered_map<const DimNode*, Dim> known_;
};

void collect_symbols(const DimNode* node, std::unordered_set<const DimNode*>& seen, std::vector<SymbolId>& symbols) {
  if (node == nullptr || !seen.insert(node).second) return;
  if (node->kind == NodeKind::kSymbol) symbols.push_back(node->symbol);
  for (Dim operand : node->operands) collect_symbols(operand.node(), seen, symbols);
  for (const Factor& factor : node->factors) collect_symbols(factor.atom, seen, symbols);
  for (const Term& term : node->terms) collect_symbols(term.monomial, seen, symbols);
}

}  // namespace evaluation

Dim Dim::overflow() {
  static const DimNode node;
  return Dim(&node);
}

bool Dim::is_overflow() const { return node_ != nullptr && node_->kind == NodeKind::kOverflow; }

std::optional<SymbolId> Dim::symbol() const {
  if (node_ == nullptr || node_->kind != NodeKind::kSymbol) return std::nullopt;
  return node_->symbol;
}

std::vector<SymbolId> Dim::symbols() const {
  std::unordered_set<const DimNode*> seen;
  std::vector<SymbolId> result;
  evaluation::collect_symbols(node_, seen, result);
  std::ranges::sort(result);
  return result;
}

std::optional<int64_t> Dim::evaluate(const std::function<std::optional<int64_t>(SymbolId)>& binding) const {
  return evaluation::Evaluator(binding).value(*this);
}

Dim Dim::substitute(const std::function<std::optional<Dim>(SymbolId)>& replacement) const {
  return evaluation::Substitution(replacement).apply(*this);
}

}  // namespace gearbox
