#include "api/options/lazy_gears.h"

#include <gtest/gtest.h>

namespace gearbox::options {
namespace {

TEST(LazyGears, NeedGearsOfTheWholeModelAndTheDynamicProgram) {
  ShapeWords words;
  EXPECT_EQ(check_lazy_gears(words, false).message(), "--lazy-gears: there are no gears; --gears or --dynamic_dims give them");
  words.gears = " ";
  EXPECT_EQ(check_lazy_gears(words, false).message(), "--lazy-gears: there are no gears; --gears or --dynamic_dims give them");
  words.gear_scopes = {"head: from=boxes; boxes[0]=1,4"};
  EXPECT_EQ(check_lazy_gears(words, false).message(),
            "--lazy-gears: there are no gears of the model as a whole; those of its parts (--gear-scope) are made at once");
  words.gears = "N=1,4";
  EXPECT_TRUE(check_lazy_gears(words, false).ok());
  EXPECT_EQ(check_lazy_gears(words, true).message(),
            "--lazy-gears: calls need the dynamic program until their gear is made, which --no-fallback leaves out");
  for (auto word : {&ShapeWords::dynamic_batch_size, &ShapeWords::dynamic_image_size, &ShapeWords::dynamic_dims}) {
    ShapeWords ge;
    ge.*word = "1;2";
    EXPECT_TRUE(check_lazy_gears(ge, false).ok());
  }
}

}  // namespace
}  // namespace gearbox::options
