#include <gtest/gtest.h>

#include "shape/facts/fact_world_test_support.h"

namespace gearbox {

using facts_test::World;

std::string names(const std::vector<Dim>& dims) {
  std::string out;
  for (Dim dim : dims) out += (out.empty() ? "" : ", ") + dim.text();
  return out;
}

TEST(Canonical, TheLaterSymbolIsReplaced) {
  World world;
  world.dim("s0 + s1 + s2");
  EXPECT_EQ(world.add("s2 == s0 + s1"), "");
  EXPECT_EQ(world.canonical("s2"), "s0 + s1");
  EXPECT_EQ(world.canonical("max(2*s2, s0)"), "2*s0 + 2*s1");
  EXPECT_EQ(world.add("s1 == 3"), "");
  EXPECT_EQ(world.canonical("s2"), "s0 + 3");
  EXPECT_EQ(world.canonical("s0"), "s0");
}

TEST(Canonical, Acceptance182_CyclicUnificationIsRefused) {
  World world;
  EXPECT_EQ(world.add("s0 == s0 + s1"), "");
  EXPECT_EQ(world.canonical("s0"), "s0");
  EXPECT_EQ(world.store.facts().size(), 1u);
  EXPECT_EQ(world.ask("s1 == 0"), "yes");
  EXPECT_EQ(world.ask("s0 == s0 + s1"), "yes");
}

TEST(Canonical, CyclicEqualitiesStayFacts) {
  for (const char* fact :
       {"s0 == max(s0, s1)", "s0 == s0*s1", "s0 == 2*floordiv(s0, 2)", "s0 == floordiv(s0 + s1, 2)", "s0 == min(s1, s0)"}) {
    World world;
    EXPECT_EQ(world.add(fact), "");
    EXPECT_EQ(world.canonical("s0"), "s0") << fact;
    EXPECT_EQ(world.ask(fact), "yes") << fact;
  }
  World world;
  EXPECT_EQ(world.add("s0 == max(s0, s1)"), "");
  EXPECT_EQ(world.ask("s1 <= s0"), "yes");
}

TEST(Canonical, ChainsThatCloseAreNoCycle) {
  World world;
  EXPECT_EQ(world.add("A == B, B == C, C == A"), "");
  EXPECT_EQ(world.canonical("A + B + C"), "3*A");
}

TEST(Canonical, ProductsAndFunctions) {
  World world;
  EXPECT_EQ(world.add("N*C*H*W == N*K, floordiv(L, 2) == floordiv(M, 3)"), "");
  EXPECT_EQ(world.canonical("N*C*H*W"), world.canonical("N*K"));
  EXPECT_EQ(world.canonical("2*N*C*H*W*T + 1"), world.canonical("2*N*K*T + 1"));
  EXPECT_EQ(world.canonical("floordiv(L, 2) + 3"), world.canonical("floordiv(M, 3) + 3"));
  EXPECT_EQ(world.canonical("max(floordiv(L, 2), 7)"), world.canonical("max(floordiv(M, 3), 7)"));
}

TEST(Canonical, OperandsThatCannotDecideAreLeftOut) {
  World world;
  EXPECT_EQ(world.add("A + B <= 8, C >= 1, D <= C"), "");
  EXPECT_EQ(world.canonical("min(A + B, 8) - min(A, 8)"), "B");
  EXPECT_EQ(world.canonical("max(A + B, 8) + max(E, 8)"), "max(E, 8) + 8");
  EXPECT_EQ(world.canonical("min(A, 9, E)"), "min(A, E)");
  EXPECT_EQ(world.canonical("broadcast(min(C, 1), E)"), "E");
  EXPECT_EQ(world.canonical("broadcast(min(C, D), D)"), "D");
  EXPECT_EQ(world.canonical("broadcast(A, D)"), "broadcast(A, D)");
}

TEST(Canonical, AnOperandThatMayHaveNoValueStays) {
  World world;
  EXPECT_EQ(world.add("floordiv(A, B) >= 8, C <= 8"), "");
  EXPECT_EQ(world.canonical("min(floordiv(A, B), C)"), "min(C, floordiv(A, B))");
  EXPECT_EQ(world.canonical("min(floordiv(A, 2) + 9, C)"), "C");
}

TEST(Canonical, EqualityClasses) {
  World world;
  EXPECT_EQ(world.add("A == B, C == 2*A, D == B"), "");
  EXPECT_EQ(names(world.store.equal_to(world.dim("A"))), "B, D");
  EXPECT_EQ(names(world.store.equal_to(world.dim("2*B"))), "C, 2*A");
  EXPECT_EQ(names(world.store.equal_to(world.dim("E"))), "");
}

TEST(Canonical, TheRangeOfAReplacedSymbolIsKept) {
  World world;
  world.dim("A + B + C");
  world.scope->narrow(*world.dim("C").symbol(), 3, 9);
  EXPECT_EQ(world.add("C == A + B"), "");
  EXPECT_EQ(world.ask("A + B <= 9"), "yes");
  EXPECT_EQ(world.ask("A <= 9"), "yes");
  EXPECT_EQ(world.ask("A + B >= 3"), "yes");
  EXPECT_NE(world.add("A >= 10"), "");
}

}  // namespace gearbox
