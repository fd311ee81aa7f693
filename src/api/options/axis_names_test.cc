#include "api/options/axis_names.h"

#include <gtest/gtest.h>

#include "api/options/options_test_support.h"

namespace gearbox::options {
namespace {

const std::vector<InputDecl> kModel = {input("x", {"N", "x.1", int64_t{3}}), input("enc.y", {"N", "enc.y.1"}), unranked("u")};

std::string named(std::vector<std::string> dims, const std::string& shape = "", const std::string& symbols = "") {
  ShapeWords words;
  words.dims = std::move(dims);
  words.input_shape = shape;
  words.symbols = symbols;
  return outcome(words, kModel);
}

TEST(AxisNames, NameAnAxis) {
  EXPECT_EQ(named({"x.1=seq"}), "x[N,seq,3] enc.y[N,enc.y.1] u[?] | N=0.. seq=0.. enc.y.1=0..");
  EXPECT_EQ(named({" enc.y.1 = seq len "}), "x[N,x.1,3] enc.y[N,seq len] u[?] | N=0.. x.1=0.. seq len=0..");
  EXPECT_EQ(named({R"(x.1="a=\"b\"")"}), "x[N,a=\"b\",3] enc.y[N,enc.y.1] u[?] | N=0.. a=\"b\"=0.. enc.y.1=0..");
}

TEST(AxisNames, AnInputInQuotesMayHoldAnyCharacter) {
  const std::vector<InputDecl> model = {input("a;b", {"N"}), input("c=d.1", {"M"})};
  ShapeWords words;
  words.dims = {R"("a;b".0=K)", R"("c=d.1".0=L)"};
  EXPECT_EQ(outcome(words, model), "a;b[K] c=d.1[L] | K=0.. L=0..");
  words.dims = {R"("a;b.0=K)"};
  EXPECT_EQ(outcome(words, model), R"(--dim: '"a;b.0=K' is not INPUT.AXIS=NAME)");
}

TEST(AxisNames, OneNameIsOneSymbol) {
  EXPECT_EQ(named({"x.1=seq", "enc.y.1=seq"}), "x[N,seq,3] enc.y[N,seq] u[?] | N=0.. seq=0..");
  EXPECT_EQ(named({"x.1=N"}), "x[N,N,3] enc.y[N,enc.y.1] u[?] | N=0.. enc.y.1=0..");
  EXPECT_EQ(named({"x.1=seq", "enc.y.1=seq"}, "x:-1,1~8,3;enc.y:-1,4~16"), "x[N,seq,3] enc.y[N,seq] u[?] | N=0.. seq=4..8");
}

TEST(AxisNames, ARenamedSymbolIsRenamedWhereverItStands) {
  EXPECT_EQ(named({"x.0=batch"}), "x[batch,x.1,3] enc.y[batch,enc.y.1] u[?] | batch=0.. x.1=0.. enc.y.1=0..");
  EXPECT_EQ(named({"x.0=batch", "enc.y.0=batch"}), "x[batch,x.1,3] enc.y[batch,enc.y.1] u[?] | batch=0.. x.1=0.. enc.y.1=0..");
  EXPECT_EQ(named({"x.0=x.1", "x.1=N"}), "x[x.1,N,3] enc.y[x.1,enc.y.1] u[?] | x.1=0.. N=0.. enc.y.1=0..");
}

TEST(AxisNames, SymbolsUseTheNewNames) {
  EXPECT_EQ(named({"x.1=seq"}, "", "seq=8..64:8"), "x[N,seq,3] enc.y[N,enc.y.1] u[?] | N=0.. seq=8..64:8 enc.y.1=0..");
  EXPECT_EQ(named({"x.0=batch"}, "", "N=4"), "--symbols: 'N' is not a symbol of the model (symbols: batch, x.1, enc.y.1)");
}

TEST(AxisNames, WhatInputShapeOpensCanBeNamed) {
  EXPECT_EQ(named({"x.2=chan"}, "x:-1,-1,-1"), "x[N,x.1,chan] enc.y[N,enc.y.1] u[?] | N=0.. x.1=0.. chan=0.. enc.y.1=0..");
  EXPECT_EQ(named({"u.0=N"}, "u:-1"), "x[N,x.1,3] enc.y[N,enc.y.1] u[N] | N=0.. x.1=0.. enc.y.1=0..");
}

TEST(AxisNames, AllProblemsAtOnce) {
  EXPECT_EQ(named({"x.2=chan", "x.3=a", "z.0=b", "x=c", "x.1", "x.one=d", "x.-1=e", "x.1=4", "x.1=", "u.0=f", "x.0=g", "enc.y.0=h"}),
            "--dim has 11 problems\n"
            "  'x.2=chan': x[2] is fixed at 3 and needs no name\n"
            "  'x.3=a': input 'x' has rank 3\n"
            "  'z' is not an input of the model (inputs: x, enc.y, u)\n"
            "  'x=c' is not INPUT.AXIS=NAME\n"
            "  'x.1' is not INPUT.AXIS=NAME\n"
            "  'x.one=d': axis 'one' is not a number\n"
            "  'x.-1=e': axis '-1' is negative\n"
            "  'x.1=4': a name is expected; --input_shape and --symbols fix extents\n"
            "  'x.1=': a name is missing\n"
            "  'u.0=f': the model gives no rank for 'u'; --input_shape can\n"
            "  'enc.y.0=h' contradicts 'x.0=g': both axes are 'N' in the model");
}

TEST(AxisNames, ProblemsOfSeveralOptionsAreToldTogether) {
  EXPECT_EQ(named({"x.7=a"}, "x:1", "Q=1"),
            "the options have 3 problems\n"
            "  --input_shape: input 'x' has rank 3 in the model, 1 extent is given\n"
            "  --dim: 'x.7=a': input 'x' has rank 3\n"
            "  --symbols: 'Q' is not a symbol of the model (symbols: N, x.1, enc.y.1)");
}

}  // namespace
}  // namespace gearbox::options
