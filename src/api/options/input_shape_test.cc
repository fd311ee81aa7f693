#include "api/options/input_shape.h"

#include <gtest/gtest.h>

#include "api/options/options_test_support.h"

namespace gearbox::options {
namespace {

const std::vector<InputDecl> kModel = {input("x", {"N", int64_t{3}, "H"}), input("scope/y:0", {"N"}), input("s", {}), unranked("u")};

std::string shape(const std::string& text) {
  ShapeWords words;
  words.input_shape = text;
  return outcome(words, kModel);
}

std::string parsed(const std::string& text, std::span<const InputDecl> model) {
  Problems problems;
  std::string out;
  for (const ShapeItem& item : parse_input_shape(text, model, problems)) {
    out += item.input + "[";
    for (const ShapeAxis& axis : item.axes) out += " " + std::to_string(axis.lower) + "~" + std::to_string(axis.upper);
    out += " ]";
  }
  return out + problems.status().message();
}

TEST(InputShape, FixedOpenAndRange) {
  EXPECT_EQ(shape("x:1~8,3,-1"), "x[N,3,H] scope/y:0[N] s[] u[?] | N=1..8 H=0..");
  EXPECT_EQ(shape("x:4,3,32"), "x[4,3,32] scope/y:0[4] s[] u[?] | N=4 H=32");
  EXPECT_EQ(shape("x:-1,3,16~-1"), "x[N,3,H] scope/y:0[N] s[] u[?] | N=0.. H=16..");
  EXPECT_EQ(shape("x:4~4,3,-1"), "x[4,3,H] scope/y:0[4] s[] u[?] | N=4 H=0..");
}

TEST(InputShape, ScalarsAndUnknownRanks) {
  EXPECT_EQ(shape("s:"), "x[N,3,H] scope/y:0[N] s[] u[?] | N=0.. H=0..");
  EXPECT_EQ(shape("u:2,-1,1~4"), "x[N,3,H] scope/y:0[N] s[] u[2,u.1,u.2] | N=0.. H=0.. u.1=0.. u.2=1..4");
  EXPECT_EQ(shape("u: "), "x[N,3,H] scope/y:0[N] s[] u[] | N=0.. H=0..");
}

TEST(InputShape, OpensWhatTheModelFixes) {
  EXPECT_EQ(shape("x:-1,-1,-1"), "x[N,x.1,H] scope/y:0[N] s[] u[?] | N=0.. x.1=0.. H=0..");
  ShapeWords words;
  words.input_shape = "x:-1,-1";
  EXPECT_EQ(outcome(words, {input("x", {int64_t{1}, "x.0"})}), "x[x.01,x.0] | x.01=0.. x.0=0..");
}

TEST(InputShape, BlanksStandAroundNotInside) {
  EXPECT_EQ(parsed(" x : 1 ~ 8 , 3 ,\t-1 ; s : ", kModel), "x[ 1~8 3~3 0~9223372036854775807 ]s[ ]");
  EXPECT_EQ(shape("x:1 0,3,-1"), "--input_shape: x[0]: '1 0' has a blank inside");
}

TEST(InputShape, NamesEndAtTheLastColon) { EXPECT_EQ(parsed("scope/y:0:-1", kModel), "scope/y:0[ 0~9223372036854775807 ]"); }

TEST(InputShape, NamesInQuotesMayHoldAnyCharacter) {
  const std::vector<InputDecl> model = {input("a;b", {"N"}), input("c:d", {"M"}), input("e f", {"L"})};
  EXPECT_EQ(parsed(R"("a;b":1;"c:d":2; "e f" :3)", model), "a;b[ 1~1 ]c:d[ 2~2 ]e f[ 3~3 ]");
  ShapeWords words;
  words.input_shape = R"("a;b:1)";
  EXPECT_EQ(outcome(words, model), R"(--input_shape: item 1 '"a;b:1' is not NAME:D0,D1,…)");
}

TEST(InputShape, OneSemicolonMayEndTheText) {
  EXPECT_EQ(parsed("s:;", kModel), "s[ ]");
  EXPECT_EQ(shape("s:;;"), "--input_shape: item 2 '' is not NAME:D0,D1,…");
}

TEST(InputShape, AllProblemsAtOnce) {
  EXPECT_EQ(shape("x:1,5,-3;s:4;nope:1;x:1,3,-1;12"),
            "--input_shape has 5 problems\n"
            "  x[2]: '-3' is negative\n"
            "  input 's' has rank 0 in the model, 1 extent is given\n"
            "  'nope' is not an input of the model (inputs: x, scope/y:0, s, u)\n"
            "  input 'x' is given twice\n"
            "  item 5 '12' is not NAME:D0,D1,…");
}

TEST(InputShape, EachProblemNamesTheAxis) {
  EXPECT_EQ(shape("x:1,5,-1"), "--input_shape: x[1]: 5 given, the model fixes it at 3");
  EXPECT_EQ(shape("x:-2,3,-1"), "--input_shape: x[0]: '-2' (unknown rank) is not supported; write each axis, -1 for an open one");
  EXPECT_EQ(shape("x:8~1,3,-1"), "--input_shape: x[0]: the range '8~1' ends before it begins");
  EXPECT_EQ(shape("x:~8,3,-1"), "--input_shape: x[0]: a number is missing");
  EXPECT_EQ(shape("x:1~,3,-1"), "--input_shape: x[0]: a number is missing (range '1~')");
  EXPECT_EQ(shape("x:1~2~3,3,-1"), "--input_shape: x[0]: '2~3' is not a number (range '1~2~3')");
  EXPECT_EQ(shape("x:1~-2,3,-1"), "--input_shape: x[0]: '-2' is negative (range '1~-2')");
  EXPECT_EQ(shape("x:1,3,"), "--input_shape: x[2]: a number is missing");
  EXPECT_EQ(shape("x:1,3"), "--input_shape: input 'x' has rank 3 in the model, 2 extents are given");
  EXPECT_EQ(shape("x:99999999999999999999,3,1"), "--input_shape: x[0]: '99999999999999999999' does not fit in 64 bits");
  EXPECT_EQ(shape("X:1,3,1"), "--input_shape: 'X' is not an input of the model; did you mean 'x'? (inputs: x, scope/y:0, s, u)");
}

TEST(InputShape, ZeroIsFineInRangesAndWhereTheModelSaysSo) {
  const std::string refused =
      "--input_shape: x[0]: 0 given, a fixed extent must be positive, as in GE; a range such as '0~8' admits empty tensors";
  EXPECT_EQ(shape("x:0,3,-1"), refused);
  EXPECT_EQ(shape("x:0~0,3,-1"), refused);
  EXPECT_EQ(shape("x:0~8,3,-1"), "x[N,3,H] scope/y:0[N] s[] u[?] | N=0..8 H=0..");
  ShapeWords words;
  words.input_shape = "past:0,4";
  EXPECT_EQ(outcome(words, {input("past", {int64_t{0}, int64_t{4}})}), "past[0,4]");
}

TEST(InputShape, AxesOfOneSymbolMustAgree) {
  EXPECT_EQ(shape("x:4,3,-1;scope/y:0:5"), "--input_shape: symbol 'N' can have no extent: x[0] = 4, scope/y:0[0] = 5");
  EXPECT_EQ(shape("x:1~4,3,-1;scope/y:0:3~8"), "x[N,3,H] scope/y:0[N] s[] u[?] | N=3..4 H=0..");
  EXPECT_EQ(shape("x:6~-1,3,-1;scope/y:0:1~5"), "--input_shape: symbol 'N' can have no extent: x[0] in 6.., scope/y:0[0] in 1..5");
}

TEST(InputShape, BlankMeansNotGiven) { EXPECT_EQ(shape(" "), "x[N,3,H] scope/y:0[N] s[] u[?] | N=0.. H=0.."); }

}  // namespace
}  // namespace gearbox::options
