#include "expr/dim.h"

#include <gtest/gtest.h>

#include <ctime>
#include <thread>
#include <vector>

namespace gearbox {

namespace dim_test {

auto bind(std::vector<int64_t> values) {
  return [values](SymbolId id) -> std::optional<int64_t> {
    if (static_cast<size_t>(id) >= values.size()) return std::nullopt;
    return values[static_cast<size_t>(id)];
  };
}

}  // namespace dim_test

TEST(Dim, EqualExpressionsAreOneNode) {
  DimScope scope;
  const Dim n = scope.symbol("N"), h = scope.symbol("H");
  EXPECT_EQ(scope.symbol("N"), n);
  EXPECT_NE(n, h);
  EXPECT_EQ(n + h, h + n);
  EXPECT_EQ((n + 1) * (n - 1), n * n - 1);
  EXPECT_EQ(std::hash<Dim>()(2 * n), std::hash<Dim>()(n + n));
  EXPECT_EQ(n - n, Dim(0));
  EXPECT_LE(sizeof(Dim), 2 * sizeof(void*));
}

TEST(Dim, Symbols) {
  DimScope scope;
  const Dim n = scope.symbol("N"), h = scope.symbol("H");
  EXPECT_EQ(n.symbol(), 0);
  EXPECT_EQ((n + 1).symbol(), std::nullopt);
  EXPECT_EQ((n * n).symbol(), std::nullopt);
  EXPECT_EQ(Dim(3).symbol(), std::nullopt);
  EXPECT_EQ((floordiv(h, 2) + min(n, h) * h).symbols(), (std::vector<SymbolId>{0, 1}));
  EXPECT_TRUE(Dim(3).symbols().empty());
  EXPECT_EQ(scope.from_id(1), h);
  EXPECT_EQ(scope.size(), 2);
}

TEST(Dim, FreshNamesAreUnused) {
  DimScope scope;
  EXPECT_EQ(scope.fresh("u").text(), "u");
  scope.symbol("u1");
  EXPECT_EQ(scope.fresh("u").text(), "u2");
  EXPECT_EQ(scope.fresh("u").text(), "u3");
  EXPECT_EQ(scope.size(), 4);
}

TEST(Dim, OverflowAbsorbs) {
  DimScope scope;
  const Dim n = scope.symbol("N"), o = Dim::overflow();
  for (Dim dim : {o + 1, 1 - o, o * 0, n * o, floordiv(o, 2), mod(n, o), min(o, 0), max(n, o), broadcast(o, 1), Dim(INT64_MAX) + 1,
                  n * INT64_MAX * 2, -Dim(INT64_MIN), floordiv(n, 0), mod(3, 0)}) {
    EXPECT_TRUE(dim.is_overflow());
    EXPECT_FALSE(dim.is_constant());
    EXPECT_EQ(dim.evaluate(dim_test::bind({1})), std::nullopt);
  }
  EXPECT_EQ(o, Dim::overflow());
  EXPECT_EQ(o.text(), "overflow()");
  EXPECT_TRUE(o.symbols().empty());
}

TEST(Dim, EvaluateTellsUndefinedValues) {
  DimScope scope;
  const Dim n = scope.symbol("N"), h = scope.symbol("H");
  EXPECT_EQ((4 * n + floordiv(h, 2) - 1).evaluate(dim_test::bind({3, 5})), 13);
  EXPECT_EQ((n + h).evaluate(dim_test::bind({3})), std::nullopt);
  EXPECT_EQ(floordiv(n, h).evaluate(dim_test::bind({3, 0})), std::nullopt);
  EXPECT_EQ((n * n).evaluate(dim_test::bind({INT64_MAX})), std::nullopt);
  EXPECT_EQ(broadcast(n, h).evaluate(dim_test::bind({3, 2})), std::nullopt);
  EXPECT_EQ(broadcast(n, h).evaluate(dim_test::bind({1, 0})), 0);
  EXPECT_EQ(product(std::vector<Dim>{n, 2, h}).evaluate(dim_test::bind({3, 0})), 0);
  EXPECT_EQ(product({}), Dim(1));
}

TEST(Dim, SubstituteSimplifies) {
  DimScope scope;
  const Dim n = scope.symbol("N"), h = scope.symbol("H");
  const auto h_is = [h](Dim value) {
    return [value, id = *h.symbol()](SymbolId symbol) -> std::optional<Dim> { return symbol == id ? std::optional(value) : std::nullopt; };
  };
  EXPECT_EQ((n * floordiv(h, 2)).substitute(h_is(8)), 4 * n);
  EXPECT_EQ(broadcast(n, h).substitute(h_is(1)), n);
  EXPECT_EQ(broadcast(n, h).substitute(h_is(n)), n);
  EXPECT_EQ(floordiv(n * h * 4, 8).substitute(h_is(2 * n)), n * n);
  EXPECT_EQ(floordiv(n, h).substitute(h_is(0)), Dim::overflow());
  EXPECT_EQ((h * h * h).substitute(h_is(n + 1)).text(), "N^3 + 3*N^2 + 3*N + 1");
  EXPECT_EQ((n + 1).substitute(h_is(5)), n + 1);
}

TEST(Dim, SubstituteIntoAnotherScope) {
  DimScope scope, other;
  const Dim expression = floordiv(scope.symbol("N") + 3, 4);
  EXPECT_EQ(expression.substitute([&other](SymbolId) { return std::optional(4 * other.symbol("M")); }).text(), "M");
}

TEST(Dim, RangesNarrow) {
  DimScope scope;
  const Dim n = scope.symbol("N");
  EXPECT_EQ(bounds(n).lower, 0);
  EXPECT_EQ(bounds(n).upper, INT64_MAX);
  const Dim before = n + 1;
  scope.narrow(0, 2, 10);
  scope.narrow(0, 0, 8);
  EXPECT_EQ(scope.info(0).lower, 2);
  EXPECT_EQ(scope.info(0).upper, 8);
  EXPECT_EQ(bounds(before).lower, 3);
  EXPECT_EQ(bounds(before).upper, 9);
  scope.narrow(0, 9, 20);
  EXPECT_EQ(scope.info(0).upper, 8);
}

TEST(Dim, BoundsLookInsideFunctions) {
  DimScope scope;
  const Dim n = scope.symbol("N"), m = scope.symbol("M");
  scope.narrow(1, 1, 64);
  EXPECT_EQ(bounds(max(n, m) - n).lower, 0);
  EXPECT_EQ(bounds(n - floordiv(n, 3)).lower, 0);
  EXPECT_EQ(bounds(n * m - n * floordiv(m, 2)).lower, 0);
  EXPECT_EQ(bounds(mod(n, 8)).upper, 7);
  EXPECT_EQ(bounds(min(n, m)).upper, 64);
  EXPECT_EQ(bounds(broadcast(n, 4)).lower, 4);
  EXPECT_EQ(bounds(2 - m).lower, -62);
  EXPECT_EQ(bounds(floordiv(n, m)).lower, 0);
  EXPECT_EQ(bounds(Dim(7)).upper, 7);
}

TEST(Dim, LargeProductsStayCompact) {
  DimScope scope;
  Dim a = 1, b = 2;
  for (int i = 0; i < 10; ++i) {
    a = a + scope.symbol("a" + std::to_string(i));
    b = b + scope.symbol("b" + std::to_string(i));
  }
  Dim power = a * b;
  EXPECT_EQ(power, b * a);
  EXPECT_EQ(2 * a * b, a * (b * 2));
  EXPECT_EQ(a * b - b * a, Dim(0));
  EXPECT_EQ((a * b).evaluate([](SymbolId) { return 1; }), 11 * 12);
  for (int i = 0; i < 100; ++i) power = power * power + a;
  EXPECT_LT(power.text().size(), size_t{1} << 21);
}

TEST(Dim, DeepNestingEndsInOverflow) {
  DimScope scope;
  Dim dim = scope.symbol("N");
  for (int i = 0; i < 400; ++i) dim = broadcast(dim + 1, scope.symbol("b" + std::to_string(i % 3)));
  EXPECT_FALSE(dim.is_overflow());
  const Result<Dim> again = parse_dim(dim.text(), scope);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(*again, dim);
  for (int i = 0; i < 200; ++i) dim = broadcast(dim + 1, scope.symbol("b" + std::to_string(i % 3)));
  EXPECT_TRUE(dim.is_overflow());
}

TEST(Dim, ThreadsShareOneScope) {
  DimScope scope;
  const Dim n = scope.symbol("N");
  constexpr int kThreads = 4, kCount = 300;
  std::vector<std::vector<Dim>> made(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&scope, &made, n, t] {
      for (int i = 0; i < kCount; ++i) {
        const Dim h = scope.symbol("H" + std::to_string(i % 7));
        made[t].push_back(min(floordiv(n * h + i, 3), h + 2) + bounds(n).lower);
        if (t == 0 && i == kCount / 2) scope.narrow(*n.symbol(), 0, 1000);
        scope.fresh("u");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int t = 1; t < kThreads; ++t) {
    for (int i = 0; i < kCount / 4; ++i) EXPECT_EQ(made[t][i].text(), made[0][i].text());
  }
  EXPECT_EQ(scope.size(), 1 + 7 + kThreads * kCount);
}

TEST(Dim, HundredThousandExpressionsInASecond) {
  DimScope scope;
  const Dim n = scope.symbol("N"), h = scope.symbol("H");
  const std::clock_t start = std::clock();
  for (int64_t i = 0; i < 25000; ++i) {
    EXPECT_FALSE((n + i).is_overflow());
    EXPECT_FALSE((h * (i + 2) + n).is_constant());
    EXPECT_FALSE(floordiv(h + i, 7 + i).is_overflow());
    EXPECT_FALSE(min(n, i + 2).is_constant());
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  RecordProperty("milliseconds", static_cast<int>(seconds * 1000));
#ifdef NDEBUG
  EXPECT_LT(seconds, 1.0) << "seconds of processor time";
#else
  EXPECT_LT(seconds, 10.0) << "seconds of processor time";
#endif
}

}  // namespace gearbox
