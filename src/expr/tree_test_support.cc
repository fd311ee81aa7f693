#include "expr/tree_test_support.h"

#include <algorithm>

#include "expr/bytecode.h"
#include "expr/scalar.h"

namespace gearbox::expr_test {

Symbols make_symbols(DimScope& scope) {
  Symbols symbols;
  for (int i = 0; i < kSymbols; ++i) symbols[i] = scope.symbol(std::string(1, static_cast<char>('A' + i)));
  return symbols;
}

std::optional<int64_t> evaluate(const Tree& tree, const Values& values) {
  if (tree.operation == Operation::kConstant) return tree.leaf;
  if (tree.operation == Operation::kSymbol) return values[static_cast<size_t>(tree.leaf)];
  const auto left = evaluate(tree.children[0], values), right = evaluate(tree.children[1], values);
  if (!left || !right) return std::nullopt;
  const int64_t a = *left, b = *right;
  switch (tree.operation) {
    case Operation::kAdd: return scalar::add(a, b);
    case Operation::kSub: return b == INT64_MIN ? std::nullopt : scalar::add(a, -b);
    case Operation::kMul: return scalar::mul(a, b);
    case Operation::kFloorDiv: return scalar::floordiv(a, b);
    case Operation::kCeilDiv: {
      if (a == INT64_MIN) return std::nullopt;
      const auto q = scalar::floordiv(-a, b);
      return q ? scalar::mul(*q, -1) : q;
    }
    case Operation::kMod: return scalar::mod(a, b);
    case Operation::kMin: return std::min(a, b);
    case Operation::kMax: return std::max(a, b);
    default: return scalar::broadcast(a, b);
  }
}

Dim build(const Tree& tree, const Symbols& symbols) {
  if (tree.operation == Operation::kConstant) return tree.leaf;
  if (tree.operation == Operation::kSymbol) return symbols[static_cast<size_t>(tree.leaf)];
  const Dim a = build(tree.children[0], symbols), b = build(tree.children[1], symbols);
  switch (tree.operation) {
    case Operation::kAdd: return a + b;
    case Operation::kSub: return a - b;
    case Operation::kMul: return a * b;
    case Operation::kFloorDiv: return floordiv(a, b);
    case Operation::kCeilDiv: return ceildiv(a, b);
    case Operation::kMod: return mod(a, b);
    case Operation::kMin: return min(a, b);
    case Operation::kMax: return max(a, b);
    default: return broadcast(a, b);
  }
}

std::ostream& operator<<(std::ostream& out, const Tree& tree) {
  static constexpr const char* kNames[] = {"", "", "add", "sub", "mul", "floordiv", "ceildiv", "mod", "min", "max", "broadcast"};
  if (tree.operation == Operation::kConstant) return out << tree.leaf;
  if (tree.operation == Operation::kSymbol) return out << static_cast<char>('A' + tree.leaf);
  return out << kNames[static_cast<int>(tree.operation)] << '(' << tree.children[0] << ", " << tree.children[1] << ')';
}

std::optional<std::string> fault(const Tree& tree, Dim dim, const Values& values) {
  const auto value = dim.evaluate([&values](SymbolId id) { return std::optional(values[static_cast<size_t>(id)]); });
  DimCompiler compiler;
  for (int i = 0; i < kSymbols; ++i) compiler.slot_of_symbol(i);
  const int32_t slot = compiler.slot_of(dim);
  if (!is_valid(compiler.program())) return "its bytecode is not valid";
  std::vector<int64_t> slots(static_cast<size_t>(compiler.program().slots));
  std::ranges::copy(values, slots.begin());
  if (run_dim_code(compiler.program().code, slots) != value.has_value()) return "bytecode and evaluate are not defined together";
  if (value && slots[static_cast<size_t>(slot)] != *value) return "bytecode and evaluate differ";
  const auto expected = evaluate(tree, values);
  if (!expected) return std::nullopt;
  if (value != expected) return "it is " + (value ? std::to_string(*value) : "undefined") + ", not " + std::to_string(*expected);
  const Interval range = bounds(dim);
  if (*expected < range.lower || *expected > range.upper) return std::to_string(*expected) + " is outside its bounds";
  return std::nullopt;
}

}  // namespace gearbox::expr_test
