#include <gtest/gtest.h>

#include "shape/facts/fact_world_test_support.h"

namespace gearbox {

using facts_test::World;

TEST(Explain, AProofNamesItsFacts) {
  World world;
  EXPECT_EQ(world.add("L >= 2*K"), "");
  EXPECT_EQ(world.add("N >= 3"), "");
  EXPECT_EQ(world.add("K >= 8"), "");
  EXPECT_EQ(world.explain("L >= 16"), "16 <= L: Yes\n  2*K <= L  (given 'L >= 2*K')\n  8 <= K  (given 'K >= 8')");
  EXPECT_EQ(world.explain("L <= 15"), "L <= 15: No\n  2*K <= L  (given 'L >= 2*K')\n  8 <= K  (given 'K >= 8')");
  EXPECT_EQ(world.explain("L >= 0"), "0 <= L: Yes");
}

TEST(Explain, RangesOfSymbolsAreNamed) {
  World world;
  world.scope->narrow(*world.dim("N").symbol(), 1, 16);
  EXPECT_EQ(world.explain("N <= 20"), "N <= 20: Yes\n  1 <= N <= 16  (range of the symbol)");
}

TEST(Explain, ARangeHasTheOriginOfTheFactThatStatesIt) {
  World world;
  world.scope->narrow(*world.dim("N").symbol(), 1, 16);
  EXPECT_EQ(world.add("N <= 16"), "");
  EXPECT_EQ(world.explain("N <= 20"), "N <= 20: Yes\n  1 <= N <= 16  (given 'N <= 16')");
}

TEST(Explain, TextsNameWholeExtents) {
  World world;
  const Dim quotient = world.dim("q");
  world.scope->narrow(*quotient.symbol(), 1, 4);
  world.store.write_in({{*quotient.symbol(), {world.dim("L"), 8}}});
  EXPECT_EQ(world.explain("8*q <= 32"), "L <= 32: Yes\n  8 <= L <= 32  (range of the symbol)");
  EXPECT_EQ(world.add("8*q >= 50"),
            "these facts contradict each other:\n  8 <= L <= 32  (range of the symbol)\n  50 <= L  (given '8*q >= 50')");
}

TEST(Explain, UnknownShowsValuesAndWhatIsMissing) {
  World world;
  const std::string text = world.explain("L*batch == L*beam");
  EXPECT_TRUE(text.starts_with("L*batch == L*beam: Unknown\n  true at L = ")) << text;
  EXPECT_NE(text.find("\n  false at L = "), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\n  would follow from batch == beam")) << text;
  EXPECT_EQ(world.store.missing(world.relation("batch == beam")), std::nullopt);
  EXPECT_TRUE(world.explain("batch == beam").ends_with("\n  no fact says so, or excludes it"));
  EXPECT_EQ(world.store.missing(world.relation("4*A <= 8*B"))->text(), "A <= 2*B");
}

TEST(Explain, NothingIsMissingWhereNoSymbolIsLeft) {
  World world;
  for (const char* question : {"mod(K, 8) == 0", "K*L == 0", "min(A, B) == 0"}) {
    EXPECT_EQ(world.store.missing(world.relation(question)), std::nullopt) << question;
    EXPECT_TRUE(world.explain(question).ends_with("\n  no fact says so, or excludes it")) << question;
  }
}

TEST(Explain, WhatIsMissingSettlesIt) {
  for (const char* question : {"L*batch == L*beam", "60*A + 30 <= 90*B", "N*M*A <= N*M*B + N*M"}) {
    World world;
    const auto wanted = world.store.missing(world.relation(question));
    ASSERT_TRUE(wanted) << question;
    ASSERT_TRUE(world.store.add({Fact::Kind::kGiven, *wanted, "test"}).ok());
    EXPECT_EQ(world.ask(question), "yes") << question;
  }
}

}  // namespace gearbox
