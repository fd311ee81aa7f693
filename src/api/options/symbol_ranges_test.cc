#include "api/options/symbol_ranges.h"

#include <gtest/gtest.h>

#include "api/options/options_test_support.h"

namespace gearbox::options {
namespace {

const std::vector<InputDecl> kModel = {input("x", {"N", "L"}), input("y", {"N", "a, b=c"})};

std::string symbols(const std::string& text, const std::string& shape = "") {
  ShapeWords words;
  words.symbols = text;
  words.input_shape = shape;
  return outcome(words, kModel);
}

TEST(SymbolRanges, RangesMultiplesAndFixes) {
  EXPECT_EQ(symbols("N=1..16, L=8..512:8"), "x[N,L] y[N,a, b=c] | N=1..16 L=8..512:8 a, b=c=0..");
  EXPECT_EQ(symbols("N=4"), "x[4,L] y[4,a, b=c] | N=4 L=0.. a, b=c=0..");
  EXPECT_EQ(symbols("L=8..,N=..16"), "x[N,L] y[N,a, b=c] | N=0..16 L=8.. a, b=c=0..");
  EXPECT_EQ(symbols("N=:8"), "x[N,L] y[N,a, b=c] | N=0..:8 L=0.. a, b=c=0..");
  EXPECT_EQ(symbols("N=..:8"), "--symbols: N: a number, a range A..B or a multiple :M is expected");
}

TEST(SymbolRanges, ZeroIsAValue) {
  EXPECT_EQ(symbols("L=0"), "x[N,0] y[N,a, b=c] | N=0.. L=0 a, b=c=0..");
  EXPECT_EQ(symbols("L=0..1:2"), "x[N,0] y[N,a, b=c] | N=0.. L=0 a, b=c=0..");
}

TEST(SymbolRanges, EndsMoveToMultiples) {
  EXPECT_EQ(symbols("L=1..20:8"), "x[N,L] y[N,a, b=c] | N=0.. L=8..16:8 a, b=c=0..");
  EXPECT_EQ(symbols("L=9..23:8"), "x[N,16] y[N,a, b=c] | N=0.. L=16 a, b=c=0..");
  EXPECT_EQ(symbols("L=8:4"), "x[N,8] y[N,a, b=c] | N=0.. L=8 a, b=c=0..");
  EXPECT_EQ(symbols("L=9..15:8"), "--symbols: L: no multiple of 8 lies in '9..15:8'");
  EXPECT_EQ(symbols("L=9:4"), "--symbols: L: no multiple of 4 lies in '9:4'");
  EXPECT_EQ(symbols("L=9223372036854775807..:2"), "--symbols: L: no multiple of 2 lies in '9223372036854775807..:2'");
}

TEST(SymbolRanges, QuotedNamesHoldAnything) {
  EXPECT_EQ(symbols(R"("a, b=c"=1..4,"N"=2)"), "x[2,L] y[2,a, b=c] | N=2 L=0.. a, b=c=1..4");
  EXPECT_EQ(symbols(R"("a, b=1..4)"), R"(--symbols: '"a, b=1..4' is not NAME=RANGE)");
}

TEST(SymbolRanges, MeetWhatInputShapeSays) {
  EXPECT_EQ(symbols("N=4..16", "x:1~8,-1"), "x[N,L] y[N,a, b=c] | N=4..8 L=0.. a, b=c=0..");
  EXPECT_EQ(symbols("N=:8", "x:1~10,-1"), "x[8,L] y[8,a, b=c] | N=8 L=0.. a, b=c=0..");
  EXPECT_EQ(symbols("N=9..16", "x:1~8,-1"), "--symbols: symbol 'N' can have no extent: x[0] in 1..8, 9..16 by --symbols");
  EXPECT_EQ(symbols("N=:8", "x:1~7,-1"), "--symbols: symbol 'N' can have no extent: no multiple of 8 is in 1..7");
}

TEST(SymbolRanges, AllProblemsAtOnce) {
  EXPECT_EQ(symbols("M=1,N=4..1,L=5..1,N=1,L,=4,L=1.5..,N=1..-3,L=1:0,N="),
            "--symbols has 10 problems\n"
            "  'M' is not a symbol of the model (symbols: N, L, a, b=c)\n"
            "  N: the range '4..1' ends before it begins\n"
            "  L: the range '5..1' ends before it begins\n"
            "  symbol 'N' is given twice\n"
            "  'L' is not NAME=RANGE\n"
            "  '=4': a name is missing\n"
            "  symbol 'L' is given twice\n"
            "  symbol 'N' is given twice\n"
            "  symbol 'L' is given twice\n"
            "  symbol 'N' is given twice");
  EXPECT_EQ(symbols("L=1.5.."), "--symbols: L: '1.5' is not a whole number");
  EXPECT_EQ(symbols("L=1:0"), "--symbols: L: only 0 is a multiple of 0");
  EXPECT_EQ(symbols("L="), "--symbols: L: a number, a range A..B or a multiple :M is expected");
  EXPECT_EQ(symbols("L=1..-3"), "--symbols: L: '-3' is negative");
}

TEST(SymbolRanges, Admits) {
  const SymbolRange range{"L", 8, 512, 8};
  EXPECT_TRUE(range.admits(8));
  EXPECT_TRUE(range.admits(512));
  EXPECT_FALSE(range.admits(0));
  EXPECT_FALSE(range.admits(12));
  EXPECT_FALSE(range.admits(520));
}

}  // namespace
}  // namespace gearbox::options
