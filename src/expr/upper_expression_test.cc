#include "expr/upper_expression.h"

#include <gtest/gtest.h>

#include <random>

#include "expr/dim.h"

namespace gearbox {

TEST(UpperExpression, ReplacesBoundedSymbols) {
  DimScope scope;
  const Dim n = scope.symbol("N"), k = scope.symbol("K"), free = scope.symbol("F");
  const std::map<SymbolId, Dim> upper = {{*k.symbol(), 4 * n}};
  const auto text = [&](Dim dim) {
    const auto found = upper_expression(dim, upper);
    return found ? found->text() : "none";
  };
  EXPECT_EQ(text(k), "4*N");
  EXPECT_EQ(text(2 * k + free), "8*N + F");
  EXPECT_EQ(text(n - k), "N");
  EXPECT_EQ(text(k * k * free), "16*N^2*F");
  EXPECT_EQ(text(floordiv(k + 1, 2)), "2*N");
  EXPECT_EQ(text(floordiv(k, 3)), "N + floordiv(N, 3)");
  EXPECT_EQ(text(min(k, 7)), "min(4*N, 7)");
  EXPECT_EQ(text(max(k, free)), "max(4*N, F)");
  EXPECT_EQ(text(mod(k, 8)), "7");
  EXPECT_EQ(text(floordiv(free, k)), "none");
  EXPECT_EQ(text(free), "F");
}

/// At random values within the bounds the expression is never exceeded.
TEST(UpperExpression, IsNeverExceeded) {
  DimScope scope;
  const Dim n = scope.symbol("N"), k = scope.symbol("K"), m = scope.symbol("M");
  const std::map<SymbolId, Dim> upper = {{*k.symbol(), n + 2}, {*m.symbol(), 3 * n}};
  std::mt19937 random(7);
  const auto below = [&](int64_t end) { return static_cast<int64_t>(random() % static_cast<uint64_t>(end)); };
  int found = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<Dim> pool = {n, k, m, below(9) - 4, 1 + below(5)};
    for (int step = 0; step < 5; ++step) {
      const Dim a = pool[static_cast<size_t>(below(static_cast<int64_t>(pool.size())))],
                b = pool[static_cast<size_t>(below(static_cast<int64_t>(pool.size())))];
      const Dim made[] = {a + b, a - b, a * b, min(a, b), max(a, b), floordiv(a, 1 + below(4)), mod(a, 1 + below(4))};
      pool.push_back(made[below(7)]);
    }
    const Dim dim = pool.back();
    const auto bound = upper_expression(dim, upper);
    if (!bound) continue;
    ++found;
    for (int sample = 0; sample < 5; ++sample) {
      const int64_t at_n = below(6), at_k = below(at_n + 3), at_m = below(3 * at_n + 1);
      const auto binding = [&](SymbolId id) -> std::optional<int64_t> {
        return id == *n.symbol() ? at_n : id == *k.symbol() ? at_k : at_m;
      };
      const auto value = dim.evaluate(binding), most = bound->evaluate(binding);
      if (value && most) {
        EXPECT_LE(*value, *most) << dim.text() << " <= " << bound->text();
      }
    }
  }
  EXPECT_GT(found, 500);
}

}  // namespace gearbox
