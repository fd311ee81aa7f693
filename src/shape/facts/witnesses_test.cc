#include "shape/facts/witnesses.h"

#include <gtest/gtest.h>

#include <bit>

#include "shape/facts/fact_world_test_support.h"
#include "shape/facts/knowledge.h"

namespace gearbox::facts {

/// The knowledge of these facts.
Knowledge know(const char* text, DimScope& scope) {
  Knowledge knowledge;
  const auto relations = parse_relations(text, scope);
  for (const Relation& relation : *relations) EXPECT_TRUE(knowledge.learn({Fact::Kind::kGiven, relation, text}));
  return knowledge;
}

TEST(Witnesses, SatisfyAllFacts) {
  for (const char* text : {"L >= 2*K, K >= 8", "batch == beam, batch <= 4", "N % 8 == 0, N >= 100", "A + B == 7, A == B + 1",
                           "N*C == N*D, N >= 1", "M == max(A, B), A <= 3, M >= 9", "2*A == 3*B, B >= 5", "floordiv(N, 4) == K, K >= 7",
                           "A*B == 12, A >= 2, B >= 2", "N == 1000000007"}) {
    DimScope scope;
    const Knowledge knowledge = know(text, scope);
    const Witnesses& witnesses = knowledge.witnesses();
    EXPECT_GE(std::popcount(witnesses.alive()), 4) << text;
    for (size_t lane = 0; lane < Witnesses::kCount; ++lane) {
      if ((witnesses.alive() >> lane & 1) == 0) continue;
      for (const Fact& fact : knowledge.facts()) {
        const auto value = [&](SymbolId id) { return std::optional(witnesses.value(*scope.from_id(id).node(), lane)); };
        EXPECT_EQ(fact.relation.holds(value), true) << text << " in lane " << lane;
      }
    }
  }
}

TEST(Witnesses, StayInTheRangesOfSymbols) {
  DimScope scope;
  const Dim n = scope.symbol("N"), m = scope.symbol("M");
  scope.narrow(*n.symbol(), 3, 5);
  const Knowledge knowledge = know("M >= N", scope);
  for (size_t lane = 0; lane < Witnesses::kCount; ++lane) {
    if ((knowledge.witnesses().alive() >> lane & 1) == 0) continue;
    const int64_t value = knowledge.witnesses().value(*n.node(), lane);
    EXPECT_TRUE(value >= 3 && value <= 5);
    EXPECT_GE(knowledge.witnesses().value(*m.node(), lane), value);
  }
}

TEST(Witnesses, EvaluateLikeDims) {
  DimScope scope;
  const Knowledge knowledge = know("A <= B, C >= 1", scope);
  for (const char* text :
       {"A + 2*B - 3", "floordiv(A*B + 7, C)", "mod(B, C + 1)", "min(A, B, C) + max(A, 7)", "A^3*B", "broadcast(A, 1)"}) {
    const Dim dim = *parse_dim(text, scope);
    const auto lanes = knowledge.witnesses().evaluate(Sum(dim));
    EXPECT_EQ(lanes.defined, knowledge.witnesses().alive());
    for (size_t lane = 0; lane < Witnesses::kCount; ++lane) {
      if ((lanes.defined >> lane & 1) == 0) continue;
      const auto value = [&](SymbolId id) { return std::optional(knowledge.witnesses().value(*scope.from_id(id).node(), lane)); };
      EXPECT_EQ(dim.evaluate(value), lanes.value[lane]) << text;
    }
  }
}

TEST(Witnesses, SharedPartsDoNotMakeThemEndless) {
  DimScope scope;
  Dim dim = scope.symbol("N");
  for (int i = 0; i < 80; ++i) dim = floordiv(dim * dim + 1, max(dim, scope.symbol("M")));
  const Knowledge knowledge = know("N >= 3", scope);
  EXPECT_EQ(knowledge.witnesses().evaluate(Sum(dim)).defined, 0u);
}

}  // namespace gearbox::facts
