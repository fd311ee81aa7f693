#include "api/options/shape_options.h"

#include <gtest/gtest.h>

#include "api/options/options_test_support.h"

namespace gearbox::options {
namespace {

// The examples of docs/howto/state-shapes.md.

TEST(ShapeOptions, GuideInputShape) {
  ShapeWords words;
  words.input_shape = "x:1~8,3,-1,16~-1; mask:-1,-1; seed:";
  EXPECT_EQ(outcome(words, {input("x", {"N", int64_t{3}, "H", "W"}), input("mask", {"N", "L"}), input("seed", {})}),
            "x[N,3,H,W] mask[N,L] seed[] | N=1..8 H=0.. W=16.. L=0..");
}

TEST(ShapeOptions, GuideDim) {
  ShapeWords words;
  words.dims = {"input_ids.1=seq", "mask.1=seq"};
  EXPECT_EQ(outcome(words, {input("input_ids", {"N", "input_ids.1"}), input("mask", {"N", "mask.1"})}),
            "input_ids[N,seq] mask[N,seq] | N=0.. seq=0..");
}

TEST(ShapeOptions, GuideSymbols) {
  ShapeWords words;
  words.symbols = R"(N=1..16, seq=8..512:8, H=:32, W=64, "a, b"=2..)";
  EXPECT_EQ(outcome(words, {input("x", {"N", "seq", "H", "W", "a, b"})}),
            "x[N,seq,H,64,a, b] | N=1..16 seq=8..512:8 H=0..:32 W=64 a, b=2..");
}

TEST(ShapeOptions, GuideGears) {
  const auto gears = [](const std::string& text) {
    ShapeWords words;
    words.gears = text;
    words.gear_mode = "N=exact,seq=bounded";
    return outcome(words, {input("x", {"N", "seq"})});
  };
  const std::string before = "x[N,seq] | N=0.. seq=0.. | symbols x[0] <=x[1]: ", after = " (x[-1,-1])";
  EXPECT_EQ(gears("N=1,4,16; seq=64,128,512"), before + "1,64; 1,128; 1,512; 4,64; 4,128; 4,512; 16,64; 16,128; 16,512" + after);
  EXPECT_EQ(gears("N=1,seq=64 | N=8,seq=128"), before + "1,64; 8,128" + after);
  EXPECT_EQ(gears("N=1; seq=64,128 | N=8,seq=32"), before + "1,64; 1,128; 8,32" + after);
}

TEST(ShapeOptions, NothingSaidChangesNothing) {
  EXPECT_EQ(outcome({}, {input("x", {"N", int64_t{3}}), unranked("u")}), "x[N,3] u[?] | N=0..");
}

}  // namespace
}  // namespace gearbox::options
