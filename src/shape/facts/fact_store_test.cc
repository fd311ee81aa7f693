#include "shape/facts/fact_store.h"

#include <gtest/gtest.h>

namespace gearbox {

namespace fact_store_test {

struct World {
  std::shared_ptr<DimScope> scope = std::make_shared<DimScope>();
  FactStore store{scope};

  Status add(std::string_view text) {
    GBX_ASSIGN_OR_RETURN(const std::vector<Relation> relations, parse_relations(text, *scope));
    for (const Relation& relation : relations) {
      GBX_RETURN_IF_ERROR(store.add({Fact::Kind::kGiven, relation, "--assert '" + std::string(text) + "'"}));
    }
    return {};
  }
  std::string ask(std::string_view text) {
    const auto relations = parse_relations(text, *scope);
    const Answer answer = store.ask(relations->front());
    return answer.yes() ? "yes" : answer.no() ? "no" : "unknown";
  }
  Dim dim(std::string_view text) { return *parse_dim(text, *scope); }
};

}  // namespace fact_store_test

using fact_store_test::World;

TEST(Facts, Acceptance164_ContradictionIsRefused) {
  World world;
  EXPECT_TRUE(world.add("N == 4").ok());
  EXPECT_EQ(world.add("N >= 5").message(),
            "these facts contradict each other:\n  N == 4  (--assert 'N == 4')\n  5 <= N  (--assert 'N >= 5')");
  EXPECT_EQ(world.store.facts().size(), 1u);
  EXPECT_TRUE(world.add("L % 8 == 0").ok());
  EXPECT_FALSE(world.add("L == 12").ok());
  EXPECT_TRUE(world.add("A < B, B < C").ok());
  EXPECT_FALSE(world.add("C < A").ok());
  EXPECT_FALSE(world.add("A < 0").ok());
}

TEST(Facts, Acceptance183_EqualOnlyIfProven) {
  World world;
  EXPECT_EQ(world.ask("batch == beam"), "unknown");
  EXPECT_TRUE(world.add("batch == beam").ok());
  EXPECT_EQ(world.ask("batch == beam"), "yes");
  EXPECT_EQ(world.ask("batch*L == beam*L"), "yes");
  EXPECT_EQ(world.ask("batch == beam + 1"), "no");
}

TEST(Facts, Linear) {
  World world;
  EXPECT_TRUE(world.add("L >= 2*K, K >= 8").ok());
  EXPECT_EQ(world.ask("L >= 16"), "yes");
  EXPECT_EQ(world.ask("L >= 17"), "unknown");
  EXPECT_EQ(world.ask("L < 16"), "no");
  EXPECT_EQ(world.store.range(world.dim("L")).lower, 16);
}

}  // namespace gearbox
