#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "expr/bytecode.h"
#include "expr/dim.h"
#include "expr/scalar.h"

namespace gearbox {

namespace property_test {

constexpr int kSymbols = 4;

enum class Operation { kConstant, kSymbol, kAdd, kSub, kMul, kFloorDiv, kCeilDiv, kMod, kMin, kMax, kBroadcast };

/// An expression as written, never simplified.
struct Tree {
  Operation operation = Operation::kConstant;
  int64_t leaf = 0;
  std::vector<Tree> children;
};

using Values = std::array<int64_t, kSymbols>;

/// The definition of every operation in its plainest form.
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

Dim build(const Tree& tree, const std::array<Dim, kSymbols>& symbols) {
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

void showValue(const Tree& tree, std::ostream& out) {
  static constexpr const char* kNames[] = {"", "", "add", "sub", "mul", "floordiv", "ceildiv", "mod", "min", "max", "broadcast"};
  if (tree.operation == Operation::kConstant) {
    out << tree.leaf;
  } else if (tree.operation == Operation::kSymbol) {
    out << static_cast<char>('A' + tree.leaf);
  } else {
    out << kNames[static_cast<int>(tree.operation)] << '(';
    showValue(tree.children[0], out);
    out << ", ";
    showValue(tree.children[1], out);
    out << ')';
  }
}

rc::Gen<Tree> leaf() {
  return rc::gen::oneOf(rc::gen::map(rc::gen::inRange<int64_t>(-4, 9), [](int64_t v) { return Tree{Operation::kConstant, v, {}}; }),
                        rc::gen::map(rc::gen::inRange<int64_t>(0, kSymbols), [](int64_t v) { return Tree{Operation::kSymbol, v, {}}; }));
}

rc::Gen<Tree> tree(int depth) {
  if (depth == 0) return leaf();
  const auto inner = rc::gen::exec([depth] {
    Tree result;
    result.operation = static_cast<Operation>(*rc::gen::inRange(2, 11));
    const int left = *rc::gen::inRange(0, depth), right = *rc::gen::inRange(0, depth);
    result.children = {*tree(left), *tree(right)};
    return result;
  });
  return rc::gen::weightedOneOf<Tree>({{1, leaf()}, {6, inner}});
}

/// A scope with symbols A, B, ... and, for half of the cases, narrowed ranges; with values inside them.
struct World {
  DimScope scope;
  std::array<Dim, kSymbols> symbols;
  std::array<Symbol, kSymbols> ranges;

  World() {
    for (int i = 0; i < kSymbols; ++i) {
      symbols[i] = scope.symbol(std::string(1, static_cast<char>('A' + i)));
      if (*rc::gen::inRange(0, 2) == 0) {
        const int64_t lower = *rc::gen::inRange<int64_t>(0, 5);
        scope.narrow(i, lower, lower + *rc::gen::inRange<int64_t>(0, 6));
      }
      ranges[i] = scope.info(i);
    }
  }

  Values values() const {
    Values result;
    for (int i = 0; i < kSymbols; ++i) {
      const Symbol& range = ranges[i];
      result[i] = *rc::gen::inRange<int64_t>(range.lower, std::min<int64_t>(range.upper, range.lower + 11) + 1);
    }
    return result;
  }
};

auto binding(const Values& values) {
  return [values](SymbolId id) -> std::optional<int64_t> { return values[static_cast<size_t>(id)]; };
}

constexpr int kDepth = 5;
constexpr int kBindings = 8;

}  // namespace property_test

using namespace property_test;

RC_GTEST_PROP(DimProperties, SimplifiedEqualsWritten, ()) {
  World world;
  const Tree written = *tree(kDepth);
  const Dim dim = build(written, world.symbols);
  for (int i = 0; i < kBindings; ++i) {
    const Values values = world.values();
    const auto expected = property_test::evaluate(written, values);
    if (!expected) continue;
    RC_LOG() << dim.text() << " at " << values[0] << ' ' << values[1] << ' ' << values[2] << ' ' << values[3];
    RC_ASSERT(dim.evaluate(binding(values)) == expected);
    const Interval range = bounds(dim);
    RC_ASSERT(range.lower <= *expected);
    RC_ASSERT(range.upper >= *expected);
  }
}

RC_GTEST_PROP(DimProperties, TextRoundTrip, ()) {
  World world;
  const Dim dim = build(*tree(kDepth), world.symbols);
  const std::string text = dim.text();
  RC_LOG() << text;
  const Result<Dim> again = parse_dim(text, world.scope);
  RC_ASSERT(again.ok());
  RC_LOG() << again->text();
  RC_ASSERT(*again == dim);
}

RC_GTEST_PROP(DimProperties, BytecodeEqualsEvaluate, ()) {
  World world;
  const Dim dims[] = {build(*tree(kDepth), world.symbols), build(*tree(kDepth), world.symbols)};
  for (Dim dim : dims) {
    DimCompiler compiler;
    for (int i = 0; i < kSymbols; ++i) RC_ASSERT(compiler.slot_of_symbol(i) == i);
    const int32_t slot = compiler.slot_of(dim);
    RC_ASSERT(is_valid(compiler.program()));
    for (int i = 0; i < kBindings; ++i) {
      const Values values = world.values();
      std::vector<int64_t> slots(static_cast<size_t>(compiler.program().slots));
      std::copy(values.begin(), values.end(), slots.begin());
      const auto expected = dim.evaluate(binding(values));
      size_t failed = SIZE_MAX;
      RC_ASSERT(run_dim_code(compiler.program().code, slots, &failed) == expected.has_value());
      RC_ASSERT((failed == SIZE_MAX) == expected.has_value());
      if (expected) RC_ASSERT(slots[static_cast<size_t>(slot)] == *expected);
    }
  }
}

RC_GTEST_PROP(DimProperties, SubstituteEqualsComposition, ()) {
  World world;
  const Dim outer = build(*tree(4), world.symbols);
  // Replacements must lie in the replaced symbol's range for every rule that used it to hold.
  DimScope inner_scope;
  std::array<Dim, kSymbols> inner_symbols;
  for (int i = 0; i < kSymbols; ++i) inner_symbols[i] = inner_scope.symbol(std::string(1, static_cast<char>('A' + i)));
  std::array<Dim, kSymbols> inner;
  for (int i = 0; i < kSymbols; ++i) inner[i] = build(*tree(2), inner_symbols);
  const Dim composed = outer.substitute([&inner](SymbolId id) -> std::optional<Dim> { return inner[static_cast<size_t>(id)]; });
  for (int i = 0; i < kBindings; ++i) {
    Values values, replaced;
    for (int64_t& value : values) value = *rc::gen::inRange<int64_t>(0, 12);
    bool inside = true;
    for (int s = 0; s < kSymbols; ++s) {
      const auto value = inner[s].evaluate(binding(values));
      replaced[s] = value.value_or(-1);
      inside = inside && replaced[s] >= world.ranges[s].lower && replaced[s] <= world.ranges[s].upper;
    }
    const auto expected = inside ? outer.evaluate(binding(replaced)) : std::nullopt;
    if (!expected) continue;
    RC_LOG() << outer.text() << " became " << composed.text();
    RC_ASSERT(composed.evaluate(binding(values)) == expected);
  }
}

RC_GTEST_PROP(DimProperties, EqualUpToOrder, ()) {
  World world;
  const Dim a = build(*tree(3), world.symbols), b = build(*tree(3), world.symbols);
  RC_ASSERT(min(a, b) == min(b, a));
  RC_ASSERT(max(a, b) == max(b, a));
  RC_ASSERT(broadcast(a, b) == broadcast(b, a));
  RC_ASSERT(a + b == b + a);
  RC_ASSERT(a * b == b * a);
}

}  // namespace gearbox
