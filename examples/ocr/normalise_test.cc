#include "normalise.h"

#include <gtest/gtest.h>

namespace ocr {
namespace {

constexpr Normalisation kPlain = {{0, 0, 0}, {1, 1, 1}};

TEST(Normalise, PlanesAreBlueGreenRed) {
  const Image image(2, 1, {255, 0, 51});
  const std::vector<float> planes = normalised_planes(image, 2, 1, kPlain);
  ASSERT_EQ(planes.size(), 6u);
  EXPECT_FLOAT_EQ(planes[0], 0.2f);
  EXPECT_FLOAT_EQ(planes[2], 0);
  EXPECT_FLOAT_EQ(planes[4], 1);
}

TEST(Normalise, MeanAndDeviationAreByPlane) {
  const Image image(1, 1, {255, 255, 255});
  const std::vector<float> planes = normalised_planes(image, 1, 1, {{0.5f, 0, 1}, {0.5f, 2, 1}});
  EXPECT_EQ(planes, (std::vector<float>{1, 0.5f, 0}));
}

TEST(Normalise, ScalesBetweenPixels) {
  Image image(2, 1, {0, 0, 0});
  blend(image, 1, 0, {255, 255, 255}, 255);
  const std::vector<float> wide = normalised_planes(image, 4, 1, kPlain);
  EXPECT_EQ((std::vector<float>(wide.begin(), wide.begin() + 4)), (std::vector<float>{0, 0.25f, 0.75f, 1}));
  const std::vector<float> narrow = normalised_planes(image, 1, 1, kPlain);
  EXPECT_FLOAT_EQ(narrow[0], 0.5f);
}

}  // namespace
}  // namespace ocr
