// What follows from facts, part by part: each line a store's facts, a question and its answer.
#include <gtest/gtest.h>

#include "shape/facts/fact_world_test_support.h"

namespace gearbox {

using facts_test::World;

struct Line {
  const char* facts;
  const char* question;
  const char* answer;
};

void check(std::initializer_list<Line> lines) {
  for (const Line& line : lines) {
    World world;
    EXPECT_EQ(world.add(line.facts), "") << line.facts;
    EXPECT_EQ(world.ask(line.question), line.answer) << line.question << " given " << line.facts;
  }
}

TEST(Solver, SubstitutesEqualities) {
  check({{"batch == beam", "batch + 1 == beam + 1", "yes"},
         {"batch == beam", "batch*L == beam*L", "yes"},
         {"batch == beam", "floordiv(batch, 2) == floordiv(beam, 2)", "yes"},
         {"batch == beam", "batch == beam + 1", "no"},
         {"s2 == s0 + s1", "s2 >= s0", "yes"},
         {"s2 == s0 + s1, s3 == 2*s2", "s3 == 2*s0 + 2*s1", "yes"},
         {"A == B, B == C, C == D", "A == D", "yes"},
         {"N == 4*K", "floordiv(N, 4) == K", "yes"},
         {"N == 4*K", "N % 4 == 0", "yes"}});
}

TEST(Solver, DifferenceBounds) {
  check({{"A <= B, B <= C", "A <= C", "yes"},
         {"A < B, B < C", "A + 2 <= C", "yes"},
         {"A < B, B < C", "A + 3 <= C", "independent"},
         {"A < B, B < C", "C <= A + 1", "no"},
         {"A + 3 <= B, B <= C + 1", "A + 2 <= C", "yes"},
         {"A <= B, B <= A + 1", "B <= A + 1", "yes"},
         {"A >= 4, A <= B", "B >= 4", "yes"}});
}

TEST(Solver, Congruences) {
  check({{"L % 8 == 0", "L % 4 == 0", "yes"},
         {"L % 8 == 3", "L % 4 == 3", "yes"},
         {"L % 8 == 3", "L % 4 == 2", "no"},
         {"L % 4 == 0, L % 6 == 0", "L % 12 == 0", "yes"},
         {"L % 4 == 1, L % 6 == 3", "L % 12 == 9", "yes"},
         {"L % 8 == 0", "L == 12", "no"},
         {"L % 8 == 0, L >= 1", "L >= 8", "yes"},
         {"L % 8 == 0, L >= 3, L <= 12", "L == 8", "yes"},
         {"(A + B) % 4 == 0", "(2*A + 2*B + 4) % 8 == 4", "yes"},
         {"(A + B) % 4 == 0, A % 4 == 1", "B % 4 == 3", "yes"},
         {"H % 32 == 0", "floordiv(H, 2) % 16 == 0", "yes"},
         {"2*A == 3*B", "A % 3 == 0", "yes"},
         {"2*A == 3*B", "B % 2 == 0", "yes"},
         {"6*A + 10*B == 15*C", "C % 2 == 0", "yes"}});
}

TEST(Solver, LinearCombinations) {
  check({{"L >= 2*K, K >= 8", "L >= 16", "yes"},
         {"L >= 2*K, K >= 8", "L >= 17", "independent"},
         {"L >= 2*K, K >= 8", "L < 16", "no"},
         {"A + B <= 10, A >= 4", "B <= 6", "yes"},
         {"A + B <= 10, A - B >= 4", "B <= 3", "yes"},
         {"3*A <= 2*B + 1, B <= 4", "A <= 3", "yes"},
         {"3*A <= 8", "A <= 2", "yes"},
         {"2*A + 3*B == 7, A >= 1", "A == 2", "yes"},
         {"5*A - 7*B == 1, A <= 10", "A == 3 + 7*floordiv(A, 7)", "yes"}});
}

TEST(Solver, FloorDivAndMod) {
  check({{"A == floordiv(N, 2)", "2*A <= N", "yes"},
         {"A == floordiv(N, 2)", "N <= 2*A + 1", "yes"},
         {"A == floordiv(N, 2), A >= 5", "N >= 10", "yes"},
         {"M <= N", "floordiv(M, 3) <= floordiv(N, 3)", "yes"},
         {"M <= N", "floordiv(M + 1, 3) <= floordiv(N, 3)", "independent"},
         {"N >= 1", "mod(M, N) < N", "yes"},
         {"N >= 1", "floordiv(M, N) <= M", "yes"},
         {"N >= 1, M == N*K", "floordiv(M, N) == K", "yes"},
         {"M < N", "floordiv(M, N) == 0", "yes"},
         {"M < 8", "mod(M, 8) == M", "yes"}});
}

TEST(Solver, MinMaxAndBroadcast) {
  check({{"P <= max(L, K), L >= 2*K", "P <= L", "yes"},
         {"A <= B", "max(A, B) == B", "yes"},
         {"A <= B", "min(A, B, C) <= A", "yes"},
         {"M == min(A, B), A >= 3, B >= 5", "M >= 3", "yes"},
         {"M == min(A, B), A >= 3, B >= 5", "M >= 4", "independent"},
         {"2*A <= B", "2*max(A, 4) <= max(B, 8)", "yes"},
         {"A == B", "broadcast(A, B) == A", "yes"},
         {"A >= 2, B >= 2", "broadcast(A, B) == A", "yes"},
         {"A >= 2", "broadcast(A, B) == A", "yes"},
         {"A >= 1", "broadcast(A, B) == A", "independent"},
         {"A == 1", "broadcast(A, B) == B", "yes"}});
}

TEST(Solver, Products) {
  check({{"N*C == N*D, N >= 1", "C == D", "yes"},
         {"N*C == N*D", "N*C*T == N*D*T", "yes"},
         {"N*C*H == N*K, N >= 1", "C*H == K", "yes"},
         {"A*D <= 64", "A*D*E <= 64*E", "yes"},
         {"A <= B", "A*C <= B*C", "yes"},
         {"A <= B", "A*C <= B*D", "independent"},
         {"A >= 2, B >= 3", "A*B >= 6", "yes"},
         {"A <= 4, B <= 5", "A*B <= 20", "yes"},
         {"A >= 1", "B <= A*B", "yes"},
         {"A*B <= 10, A >= 3", "B <= 3", "yes"},
         {"A == A*B, A >= 1", "B == 1", "yes"},
         {"N*C == M", "floordiv(M, C) == N", "yes"},
         {"N*L == 2*S", "4*N*L*T == 8*S*T", "yes"}});
}

TEST(Solver, UndefinedValuesAreNotSpokenOf) {
  // A quotient by C has a value only where C is not 0.
  check({{"N >= 0", "floordiv(N*C, C) == N", "yes"}, {"N >= 0", "mod(N, C) <= C - 1", "yes"}, {"A == floordiv(N, C)", "A <= N", "yes"}});
}

}  // namespace gearbox
