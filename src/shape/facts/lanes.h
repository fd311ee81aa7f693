#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "expr/scalar.h"
#include "expr/sum.h"

namespace gearbox::facts {

/// The value of an expression under N bindings at once.
template <size_t N>
struct Lanes {
  std::array<int64_t, N> value;
  uint32_t defined;  ///< bit i: under binding i there is a value, and value[i] is it
};

/// Evaluates expressions under N bindings; `symbol(node)` gives a symbol's values. Shared parts are evaluated each time they are met, so
/// there is a budget of nodes: past it nothing is defined.
template <size_t N, class SymbolValues>
class LaneEvaluator {
 public:
  LaneEvaluator(const SymbolValues& symbol, int budget) : symbol_(symbol), budget_(budget) {}

  Lanes<N> sum(int64_t constant, std::span<const Term> terms) {
    Lanes<N> result = splat(constant);
    for (const Term& term : terms) {
      const Lanes<N> monomial = node(*term.monomial);
      result.defined &= monomial.defined;
      for (size_t i = 0; i < N; ++i) {
        int64_t product;
        bool over = __builtin_mul_overflow(monomial.value[i], term.coefficient, &product);
        over |= __builtin_add_overflow(result.value[i], product, &result.value[i]);
        if (over) result.defined &= ~(1u << i);
      }
    }
    return result;
  }

  Lanes<N> dim(Dim dim) {
    const SumView view(dim);
    return sum(view.constant(), view.terms());
  }

 private:
  static constexpr uint32_t kAll = (uint64_t{1} << N) - 1;

  static Lanes<N> splat(int64_t value) {
    Lanes<N> result;
    result.value.fill(value);
    result.defined = kAll;
    return result;
  }

  template <class Operation>
  static void fold(Lanes<N>& result, const Lanes<N>& other, Operation&& operation) {
    result.defined &= other.defined;
    for (size_t i = 0; i < N; ++i) {
      if ((result.defined >> i & 1) == 0) continue;
      const scalar::Value value = operation(result.value[i], other.value[i]);
      if (value) {
        result.value[i] = *value;
      } else {
        result.defined &= ~(1u << i);
      }
    }
  }

  template <class Operation>
  Lanes<N> operands(const DimNode& node, Operation&& operation) {
    Lanes<N> result = dim(node.operands[0]);
    for (size_t i = 1; i < node.operands.size() && result.defined != 0; ++i) fold(result, dim(node.operands[i]), operation);
    return result;
  }

  Lanes<N> node(const DimNode& node) {
    if (--budget_ < 0 || node.kind == NodeKind::kOverflow) return {{}, 0};
    switch (node.kind) {
      case NodeKind::kSymbol: return symbol_(node);
      case NodeKind::kFloorDiv: return operands(node, scalar::floordiv);
      case NodeKind::kMod: return operands(node, scalar::mod);
      case NodeKind::kBroadcast: return operands(node, scalar::broadcast);
      case NodeKind::kProduct: return operands(node, scalar::mul);
      case NodeKind::kMin: return operands(node, [](int64_t a, int64_t b) { return scalar::Value(std::min(a, b)); });
      case NodeKind::kMax: return operands(node, [](int64_t a, int64_t b) { return scalar::Value(std::max(a, b)); });
      case NodeKind::kMonomial: {
        Lanes<N> result = splat(1);
        for (const Factor& factor : node.factors) {
          const Lanes<N> base = this->node(*factor.atom);
          if (factor.power > kMaxPower) return {{}, 0};
          for (int32_t i = 0; i < factor.power; ++i) fold(result, base, scalar::mul);
        }
        return result;
      }
      default: return {{}, 0};
    }
  }

  static constexpr int32_t kMaxPower = 16;
  const SymbolValues& symbol_;
  int budget_;
};

}  // namespace gearbox::facts
