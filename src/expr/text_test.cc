#include <gtest/gtest.h>

#include "expr/dim.h"

namespace gearbox {

namespace text_test {

std::string read(std::string_view text) {
  DimScope scope;
  const Result<Dim> dim = parse_dim(text, scope);
  return dim.ok() ? dim->text() : dim.status().message();
}

}  // namespace text_test

using text_test::read;

TEST(DimText, ReadsWhatItWrites) {
  for (const char* text : {
           "0",
           "-7",
           "N",
           "-N",
           "4*N + floordiv(H, 2) - 1",
           "5 - N",
           "N^3*M^2 + 2*N",
           "broadcast(A, B)",
           "min(N, 3)",
           "max(N, M, 2)",
           "mod(N, K)",
           "\"input ids\" + 1",
           "\"a\\\"b\\\\c\"",
           "\"\"",
           "\"min(\"",
           "min + 1",
           "floordiv(N, 2)^2",
           "-9223372036854775808",
           "9223372036854775807",
           "N + -9223372036854775808",
           "-9223372036854775808*N",
           "overflow()",
       }) {
    EXPECT_EQ(read(text), text);
  }
}

TEST(DimText, ReadsFreely) {
  EXPECT_EQ(read(" 2 * ( N+1 )*3-  -N "), "7*N + 6");
  EXPECT_EQ(read("(N + 1)^2"), "N^2 + 2*N + 1");
  EXPECT_EQ(read("-2^2"), "-4");
  EXPECT_EQ(read("-N^2"), "-N^2");
  EXPECT_EQ(read("N^0"), "1");
  EXPECT_EQ(read("ceildiv(N, 2)"), "floordiv(N + 1, 2)");
  EXPECT_EQ(read("product(2, N, M)"), "2*N*M");
  EXPECT_EQ(read("2*-3"), "-6");
  EXPECT_EQ(read("x.0 + 2*\"x.0\""), "3*\"x.0\"");
  EXPECT_EQ(read("N*\"N\""), "N^2");
}

TEST(DimText, SaysWhereItCannotRead) {
  EXPECT_EQ(read("4*N +"), "cannot read the dimension '4*N +' at character 6: expected a number, a name or '('");
  EXPECT_EQ(read("N M"), "cannot read the dimension 'N M' at character 3: expected an operator");
  EXPECT_EQ(read("(N"), "cannot read the dimension '(N' at character 3: expected ')'");
  EXPECT_EQ(read("\"N"), "cannot read the dimension '\"N' at character 3: expected the closing quote of a name");
  EXPECT_EQ(read("99999999999999999999"),
            "cannot read the dimension '99999999999999999999' at character 1: expected a number that fits 64 bits");
  for (const char* text : {"", "floordiv(N)", "floordiv()", "min()", "foo(N)", "N^-1", "N^M", "N^9999999999", "min(N M)", "min(,)", "N.",
                           "N..M", ".N", "\"\\", "N)", "*", "--", "4N"}) {
    DimScope scope;
    EXPECT_FALSE(parse_dim(text, scope).ok()) << text;
  }
}

TEST(DimText, RefusesBottomlessNesting) {
  EXPECT_NE(read(std::string(1000000, '(')).find("expected less nesting"), std::string::npos);
  EXPECT_NE(read(std::string(1000000, '-')).find("expected less nesting"), std::string::npos);
  std::string calls;
  for (int i = 0; i < 100000; ++i) calls += "min(";
  EXPECT_NE(read(calls).find("expected less nesting"), std::string::npos);
}

TEST(DimText, HugePowersAreCheap) {
  EXPECT_EQ(read("min(N^2147483647*A, N^2147483647*B)"), "N^2147483647*min(A, B)");
  EXPECT_EQ(read("N^2147483647*N"), "overflow()");
  EXPECT_EQ(read("2^2147483647"), "overflow()");
  EXPECT_EQ(read("(N - N + 1)^2147483647"), "1");
  EXPECT_LT(read("(N + M + 1)^2147483647").size(), size_t{1} << 21);
}

TEST(DimText, SharedPartsDoNotMakeItEndless) {
  DimScope scope;
  Dim dim = scope.symbol("N");
  for (int i = 0; i < 100; ++i) dim = floordiv(dim * dim + 1, broadcast(dim, scope.symbol("M")));
  EXPECT_LT(dim.text().size(), size_t{1} << 21);
  EXPECT_EQ(dim.evaluate([](SymbolId) { return 1; }), 2);
}

}  // namespace gearbox
