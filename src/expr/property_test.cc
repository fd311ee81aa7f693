#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "expr/tree_test_support.h"

namespace gearbox::expr_test {

constexpr int kDepth = 5;
constexpr int kBindings = 8;

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
  Symbols symbols = make_symbols(scope);
  std::array<Symbol, kSymbols> ranges;

  World() {
    for (int i = 0; i < kSymbols; ++i) {
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

auto at(const Values& values) {
  return [values](SymbolId id) { return std::optional(values[static_cast<size_t>(id)]); };
}

RC_GTEST_PROP(DimProperties, SimplifiedEqualsWritten, ()) {
  World world;
  const Tree written = *tree(kDepth);
  const Dim dim = build(written, world.symbols);
  for (int i = 0; i < kBindings; ++i) {
    const Values values = world.values();
    const auto wrong = fault(written, dim, values);
    if (wrong) RC_LOG() << written << " = " << dim.text() << " at " << rc::toString(values) << ": " << *wrong;
    RC_ASSERT(!wrong);
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

RC_GTEST_PROP(DimProperties, SubstituteEqualsComposition, ()) {
  World world;
  const Dim outer = build(*tree(4), world.symbols);
  // Replacements must lie in the replaced symbol's range for every rule that used it to hold.
  DimScope inner_scope;
  const Symbols inner_symbols = make_symbols(inner_scope);
  Symbols inner;
  for (int i = 0; i < kSymbols; ++i) inner[i] = build(*tree(2), inner_symbols);
  const Dim composed = outer.substitute([&inner](SymbolId id) -> std::optional<Dim> { return inner[static_cast<size_t>(id)]; });
  for (int i = 0; i < kBindings; ++i) {
    Values values, replaced;
    for (int64_t& value : values) value = *rc::gen::inRange<int64_t>(0, 12);
    bool inside = true;
    for (int s = 0; s < kSymbols; ++s) {
      const auto value = inner[s].evaluate(at(values));
      replaced[s] = value.value_or(-1);
      inside = inside && replaced[s] >= world.ranges[s].lower && replaced[s] <= world.ranges[s].upper;
    }
    const auto expected = inside ? outer.evaluate(at(replaced)) : std::nullopt;
    if (!expected) continue;
    RC_LOG() << outer.text() << " became " << composed.text();
    RC_ASSERT(composed.evaluate(at(values)) == expected);
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

}  // namespace gearbox::expr_test
