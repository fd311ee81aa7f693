#include "expr/relation.h"

#include <gtest/gtest.h>

namespace gearbox {

namespace relation_test {

/// What a text reads as, relations joined by "; ", or the error.
std::string read(std::string_view text) {
  DimScope scope;
  const auto relations = parse_relations(text, scope);
  if (!relations.ok()) return relations.status().message();
  std::string out;
  for (const Relation& relation : *relations) out += (out.empty() ? "" : "; ") + relation.text();
  return out;
}

}  // namespace relation_test

using relation_test::read;

TEST(Relation, ReadsComparisons) {
  EXPECT_EQ(read("L >= 2*K"), "2*K <= L");
  EXPECT_EQ(read("batch == beam"), "batch == beam");
  EXPECT_EQ(read("N % 8 == 0"), "mod(N, 8) == 0");
  EXPECT_EQ(read("mod(N, 8) == 0"), "mod(N, 8) == 0");
  EXPECT_EQ(read("L // 2 < K"), "floordiv(L, 2) + 1 <= K");
  EXPECT_EQ(read("L > K"), "K + 1 <= L");
  EXPECT_EQ(read("\"x.1\" <= 4"), "\"x.1\" <= 4");
}

TEST(Relation, ReadsChainsAndLists) {
  EXPECT_EQ(read("8 <= L <= 512"), "8 <= L; L <= 512");
  EXPECT_EQ(read("A == B == C"), "A == B; B == C");
  EXPECT_EQ(read("N >= 1, N <= 16, H % 32 == 0"), "1 <= N; N <= 16; mod(H, 32) == 0");
  EXPECT_EQ(read(" 0<A<\tB "), "1 <= A; A + 1 <= B");
}

TEST(Relation, ErrorsPointAtTheToken) {
  EXPECT_EQ(read("L >= 2*"), "cannot read the relation 'L >= 2*' at character 8: expected a number, a name or '('");
  EXPECT_EQ(read("L"), "cannot read the relation 'L' at character 2: expected an operator or one of ==, <=, >=, <, >");
  EXPECT_EQ(read("L M == 2"), "cannot read the relation 'L M == 2' at character 3: expected an operator or one of ==, <=, >=, <, >");
  EXPECT_EQ(read("L = 2"), "cannot read the relation 'L = 2' at character 3: equality is written '=='");
  EXPECT_EQ(read("L != 2"),
            "cannot read the relation 'L != 2' at character 3: '!=' says too little to be a fact; say which side is larger, with < or >");
  EXPECT_EQ(read("L < 9223372036854775807, M + 9223372036854775807 < 3"),
            "cannot read the relation 'L < 9223372036854775807, M + 9223372036854775807 < 3' at character 50: a side of the comparison "
            "has no value that fits 64 bits");
  for (const char* text : {"", ",", "L ==", "== L", "L == 2,", "L == 2 3", "(L == 2)", "L => 2", "1 <= L M", "L === 2"}) {
    DimScope scope;
    EXPECT_FALSE(parse_relations(text, scope).ok()) << text;
  }
}

TEST(Relation, TextReadsBack) {
  for (const char* text : {"2*K <= L", "batch == beam", "mod(N, 8) == 0", "max(A, B) + 1 <= floordiv(C, 2)", "0 <= N", "3 == N"}) {
    EXPECT_EQ(read(text), text);
    EXPECT_EQ(read(read(text)), text);
  }
}

TEST(Relation, HoldsWhereItIsTrue) {
  DimScope scope;
  const Dim n = scope.symbol("N"), m = scope.symbol("M");
  const auto at = [](int64_t n_value, int64_t m_value) {
    return [n_value, m_value](SymbolId id) { return std::optional(id == 0 ? n_value : m_value); };
  };
  EXPECT_EQ(equal(n, m).holds(at(3, 3)), true);
  EXPECT_EQ(equal(n, m).holds(at(3, 4)), false);
  EXPECT_EQ(at_most(n, m).holds(at(3, 4)), true);
  EXPECT_EQ(below(n, m).holds(at(4, 4)), false);
  EXPECT_EQ(multiple_of(n, 8).holds(at(16, 0)), true);
  EXPECT_EQ(at_most(floordiv(n, m), 3).holds(at(4, 0)), std::nullopt);
}

}  // namespace gearbox
