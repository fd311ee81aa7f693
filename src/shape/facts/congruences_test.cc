#include "shape/facts/congruences.h"

#include <gtest/gtest.h>

#include <numeric>

namespace gearbox::facts {

TEST(Congruences, MeetIsTheChineseRemainderTheorem) {
  for (int64_t m = 1; m <= 12; ++m) {
    for (int64_t n = 1; n <= 12; ++n) {
      for (int64_t r = 0; r < m; ++r) {
        for (int64_t s = 0; s < n; ++s) {
          int64_t smallest = 0;
          while (smallest < m * n && (smallest % m != r || smallest % n != s)) ++smallest;
          const auto both = meet({m, r}, {n, s});
          ASSERT_EQ(both.has_value(), smallest < m * n);
          if (!both) continue;
          EXPECT_EQ(both->modulus, std::lcm(m, n));
          EXPECT_EQ(both->residue, smallest);
        }
      }
    }
  }
}

TEST(Congruences, MeetWithOneValue) {
  EXPECT_EQ(meet({0, 12}, {8, 4})->residue, 12);
  EXPECT_EQ(meet({8, 4}, {0, 12})->modulus, 0);
  EXPECT_EQ(meet({0, 12}, {8, 0}), std::nullopt);
  EXPECT_EQ(meet({0, 12}, {0, 13}), std::nullopt);
  EXPECT_EQ(meet({0, -3}, {5, 2})->residue, -3);
}

TEST(Congruences, MeetPastInt64KeepsTheStronger) {
  const int64_t prime = 4611686018427387847, other = 2305843009213693951;
  const auto both = meet({prime, 5}, {other, 7});
  ASSERT_TRUE(both);
  EXPECT_EQ(both->modulus, prime);
  EXPECT_EQ(both->residue, 5);
}

}  // namespace gearbox::facts
