#include "shape/facts/fact_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "shape/facts/fact_world_test_support.h"

namespace gearbox {

using facts_test::World;

TEST(Facts, Acceptance164_ContradictionIsRefused) {
  World world;
  EXPECT_EQ(world.add("N == 4"), "");
  EXPECT_EQ(world.add("N >= 5"), "these facts contradict each other:\n  N == 4  (given 'N == 4')\n  5 <= N  (given 'N >= 5')");
  EXPECT_EQ(world.store.facts().size(), 1u);
  EXPECT_EQ(world.ask("N == 4"), "yes");
  EXPECT_EQ(world.ask("N == 5"), "no");
}

TEST(Facts, IndirectContradictionsAreRefused) {
  for (const auto& [facts, last] : {std::pair("L % 8 == 0", "L == 12"),
                                    {"L == 12", "L % 8 == 0"},
                                    {"A < B, B < C", "C < A"},
                                    {"A <= B, B <= C, C <= D", "D < A"},
                                    {"2*A == 3*B, A >= 1, B <= 3", "A <= 2"},
                                    {"L % 6 == 1", "L % 4 == 2"},
                                    {"N == max(A, B), A >= 3", "N <= 2"},
                                    {"N == floordiv(M, 4), M >= 16", "N < 4"},
                                    {"N*M == N*K, N >= 1, M >= 9", "K <= 8"},
                                    {"A + B == 8, A == B + 2", "B % 2 == 0"},
                                    {"A + B == 7", "A == B + 2"},
                                    {"2*A + 4*B == C + D", "C == D + 1"},
                                    {"A >= 2, B >= 3", "A*B <= 5"},
                                    {"A == B", "A == B + 1"},
                                    {"A >= 1", "A == 2*A"},
                                    {"A >= 1", "A == A + B, B >= 1"}}) {
    World world;
    EXPECT_EQ(world.add(facts), "") << facts;
    EXPECT_NE(world.add(last), "") << facts << " and " << last;
  }
}

TEST(Facts, ConflictsAreMinimal) {
  World world;
  EXPECT_EQ(world.add("A <= B"), "");
  EXPECT_EQ(world.add("B <= C"), "");
  EXPECT_EQ(world.add("C <= D"), "");
  EXPECT_EQ(world.add("N % 8 == 0"), "");
  EXPECT_EQ(world.add("A >= 2"), "");
  EXPECT_EQ(world.add("C < A"),
            "these facts contradict each other:\n  A <= B  (given 'A <= B')\n  B <= C  (given 'B <= C')\n  C + 1 <= A  (given 'C < A')");
  EXPECT_EQ(world.add("D <= 1"),
            "these facts contradict each other:\n  A <= B  (given 'A <= B')\n  B <= C  (given 'B <= C')\n  C <= D  (given 'C <= D')\n"
            "  2 <= A  (given 'A >= 2')\n  D <= 1  (given 'D <= 1')");
  EXPECT_EQ(world.add("N < 0"), "no extents satisfy this fact:\n  N + 1 <= 0  (given 'N < 0')");
  world.scope->narrow(*world.dim("N").symbol(), 0, 16);
  EXPECT_EQ(world.add("N >= 17"), "these facts contradict each other:\n  N <= 16  (range of the symbol)\n  17 <= N  (given 'N >= 17')");
  EXPECT_EQ(world.store.facts().size(), 5u);
}

TEST(Facts, OverflowIsNoFact) {
  World world;
  EXPECT_EQ(world.store.add({Fact::Kind::kAssert, equal(world.dim("N"), Dim::overflow()), "node 'x'"}).code(), Code::kInvalidArgument);
  EXPECT_TRUE(world.store.facts().empty());
  EXPECT_TRUE(world.store.ask(equal(Dim::overflow(), Dim::overflow())).unknown());
}

TEST(Facts, Acceptance165_IndependentInputsAreNotUnified) {
  World world;
  EXPECT_EQ(world.ask("batch == beam"), "independent");
  EXPECT_EQ(world.add("1 <= batch <= 16, 1 <= beam <= 16"), "");
  EXPECT_EQ(world.ask("batch == beam"), "independent");
  EXPECT_EQ(world.canonical("beam"), "beam");
}

TEST(Facts, Acceptance183_EqualOnlyIfProven) {
  World world;
  EXPECT_EQ(world.ask("s0 == s1"), "independent");
  EXPECT_TRUE(world.store.facts().empty());
  EXPECT_EQ(world.add("s0 <= s1"), "");
  EXPECT_EQ(world.ask("s0 == s1"), "independent");
  EXPECT_EQ(world.add("s1 <= s0"), "");
  EXPECT_EQ(world.ask("s0 == s1"), "yes");
  EXPECT_EQ(world.proof("s0 == s1"), "s0 <= s1; s1 <= s0");
  EXPECT_EQ(world.store.facts().size(), 2u);
}

TEST(Facts, NothingIsAssumedOfZeroAndOne) {
  World world;
  EXPECT_EQ(world.ask("N >= 0"), "yes");
  EXPECT_EQ(world.ask("N >= 1"), "independent");
  EXPECT_EQ(world.ask("N == 1"), "independent");
  EXPECT_EQ(world.add("N*A == N*B"), "");
  EXPECT_TRUE(world.store.equal(world.dim("A"), world.dim("B")).unknown());
  EXPECT_EQ(world.add("N >= 1"), "");
  EXPECT_EQ(world.ask("A == B"), "yes");
  EXPECT_EQ(world.proof("A == B"), "N*A == N*B; 1 <= N");
}

TEST(Facts, EmptyExtentsFollowThrough) {
  World world;
  EXPECT_EQ(world.add("N == 0"), "");
  EXPECT_EQ(world.ask("N*H*W == 0"), "yes");
  EXPECT_EQ(world.ask("max(N, H) == H"), "yes");
  EXPECT_EQ(world.ask("floordiv(N + 3, 4) == 0"), "yes");
  EXPECT_EQ(world.canonical("N*H + 3"), "3");
}

TEST(Facts, RangesDivisibilityAndSigns) {
  World world;
  EXPECT_EQ(world.add("8 <= L <= 512, L % 8 == 0, L >= 2*K"), "");
  EXPECT_EQ(world.range("L"), "[8, 512]");
  EXPECT_EQ(world.range("K"), "[0, 256]");
  EXPECT_EQ(world.range("3*L - 2*K"), "[16, 1536]");
  EXPECT_EQ(world.range("floordiv(L, 16)"), "[0, 32]");
  EXPECT_EQ(world.range("M"), "[0, inf]");
  EXPECT_EQ(world.range("0 - M"), "[-inf, 0]");
  EXPECT_EQ(world.range("7"), "[7, 7]");
  EXPECT_EQ(world.remainder("L"), "0 mod 8");
  EXPECT_EQ(world.remainder("3*L + 5"), "5 mod 24");
  EXPECT_EQ(world.remainder("K"), "0 mod 1");
  EXPECT_EQ(world.remainder("12"), "12 mod 0");
  EXPECT_TRUE(world.store.divides(4, world.dim("L")).yes());
  EXPECT_TRUE(world.store.divides(16, world.dim("2*L")).yes());
  EXPECT_TRUE(world.store.divides(16, world.dim("L")).unknown());
  EXPECT_TRUE(world.store.divides(8, world.dim("L + 4")).no());
  EXPECT_TRUE(world.store.positive(world.dim("L - 7")).yes());
  EXPECT_TRUE(world.store.non_negative(world.dim("L - 2*K")).yes());
  EXPECT_TRUE(world.store.positive(world.dim("K")).unknown());
}

TEST(Facts, CopiesAreIndependent) {
  World world;
  EXPECT_EQ(world.add("A <= B"), "");
  FactStore copy = world.store;
  EXPECT_TRUE(copy.add({Fact::Kind::kSpecialise, world.relation("B <= A"), "gear 1"}).ok());
  EXPECT_TRUE(copy.equal(world.dim("A"), world.dim("B")).yes());
  EXPECT_EQ(world.ask("A == B"), "independent");
  EXPECT_EQ(copy.facts().size(), 2u);
  EXPECT_EQ(copy.facts()[1].kind, Fact::Kind::kSpecialise);
}

TEST(Facts, MayBeAskedFromManyThreads) {
  World world;
  EXPECT_EQ(world.add("L >= 2*K, K >= 8, L % 8 == 0, M == max(K, 3), P*L == Q*L, floordiv(L, 3) <= P"), "");
  const FactStore& store = world.store;
  const std::vector<Relation> relations = {world.relation("L >= 16"), world.relation("M == K"), world.relation("P == Q"),
                                           world.relation("L // 3 <= Q + 1")};
  std::vector<std::thread> threads;
  std::atomic<int> proven = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        for (const Relation& relation : relations) proven += store.ask(relation).yes() ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(proven, 4 * 200 * 4);
}

TEST(Facts, ExtremeNumbersAreSafe) {
  World world;
  EXPECT_EQ(world.add("A <= 9223372036854775807, B >= 9223372036854775806, A + 9223372036854775807 <= B + 9223372036854775806"), "");
  EXPECT_EQ(world.ask("B >= 1"), "yes");
  EXPECT_EQ(world.ask("A < B"), "yes");
  EXPECT_EQ(world.ask("9223372036854775807*A <= 9223372036854775807*B"), "yes");
  EXPECT_EQ(world.ask("A - B <= -9223372036854775807"), "unknown");
  EXPECT_EQ(world.add("4611686018427387904*C == 4611686018427387903*D, C >= 1"), "");
  EXPECT_EQ(world.ask("D >= 1"), "yes");
  EXPECT_EQ(world.ask("D % 4611686018427387904 == 0"), "yes");
  EXPECT_EQ(world.add("E*F*G*H >= 9223372036854775807"), "");
  EXPECT_EQ(world.ask("E >= 1"), "yes");
  EXPECT_EQ(world.add("-9223372036854775807 - 1 <= 0 - I"), "");
  EXPECT_EQ(world.ask("I <= 9223372036854775807"), "unknown");
}

TEST(Facts, QuestionsAreBounded) {
  // Facts that tie everything to everything: the answer may be Unknown, but it comes.
  World world;
  std::string previous = "x0";
  for (int i = 1; i < 300; ++i) {
    const std::string name = "x" + std::to_string(i);
    ASSERT_EQ(world.add(name + " + hub <= 3*" + previous + " + " + std::to_string(i)), "");
    ASSERT_EQ(world.add("max(" + name + ", hub) <= " + previous + "*hub + 7"), "");
    previous = name;
  }
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 100; ++i) world.ask("x" + std::to_string(i) + "*hub <= x" + std::to_string(299 - i) + " + 5");
  const auto spent = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(std::chrono::duration<double>(spent).count(), 20.0);
}

TEST(Facts, LongChainsOfDifferences) {
  World world;
  for (int i = 0; i < 60; ++i) ASSERT_EQ(world.add("y" + std::to_string(i) + " < y" + std::to_string(i + 1)), "");
  EXPECT_EQ(world.ask("y0 + 60 <= y60"), "yes");
  EXPECT_EQ(world.ask("y60 <= y0 + 59"), "no");
  EXPECT_EQ(world.ask("y60 >= 60"), "yes");
}

}  // namespace gearbox
