#include "api/options/check_words.h"

#include <gtest/gtest.h>

namespace gearbox::options {
namespace {

TEST(CheckWords, NamesAreLeftToTheModel) {
  ShapeWords words;
  words.input_shape = "x:-1,1~8,0";
  words.dims = {"x.1=seq"};
  words.symbols = "N=1..4, \"a b\"=:8";
  words.gears = "N=1,4; L=8";
  words.gear_mode = "N=bounded";
  EXPECT_EQ(check_words(words).message(), "");
  EXPECT_EQ(check_words({}).message(), "");
}

TEST(CheckWords, GrammarIsNot) {
  ShapeWords words;
  words.input_shape = "x:1,z";
  words.dims = {"x=seq"};
  words.symbols = "N=4..1";
  words.gears = "N=1,b";
  words.gear_mode = "loose";
  EXPECT_EQ(check_words(words).message(),
            "the options have 5 problems\n"
            "  --input_shape: x[1]: 'z' is not a number\n"
            "  --dim: 'x=seq' is not INPUT.AXIS=NAME\n"
            "  --symbols: N: the range '4..1' ends before it begins\n"
            "  --gears: N: 'b' is not a number\n"
            "  --gear-mode: 'loose' is not a mode (exact, bounded)");
}

TEST(CheckWords, WordsThatExcludeOrNeedEachOther) {
  ShapeWords words;
  words.gears = "N=1";
  words.dynamic_batch_size = "1,2";
  EXPECT_EQ(check_words(words).message(),
            "the options have 2 problems\n"
            "  --dynamic_batch_size: needs --input_shape with -1 at each axis that the gears set\n"
            "  --gears: cannot stand beside --dynamic_batch_size; give one of them");
  ShapeWords mode;
  mode.gear_mode = "exact";
  EXPECT_EQ(check_words(mode).message(), "--gear-mode: there are no gears; --gears or --dynamic_dims give them");
  ShapeWords blank;
  blank.gears = " ";
  EXPECT_EQ(check_words(blank).message(), "--gears: is empty; leave it out where there are no gears");
}

}  // namespace
}  // namespace gearbox::options
