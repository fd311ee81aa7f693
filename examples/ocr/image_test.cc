#include "image.h"

#include <gtest/gtest.h>

namespace ocr {
namespace {

TEST(Image, CropsAreCutAtTheEdges) {
  const Image image(10, 8, {1, 2, 3});
  const Image part = crop(image, {-5, 6, 4, 20});
  EXPECT_EQ(part.width, 4);
  EXPECT_EQ(part.height, 2);
  EXPECT_EQ(part.rgb.size(), 24u);
  EXPECT_EQ(part.pixel(3, 1)[2], 3);
  EXPECT_EQ(crop(image, {20, 20, 30, 30}).width, 0);
}

TEST(Image, FramesStayOutsideTheBox) {
  Image image(6, 6, {0, 0, 0});
  frame(image, {2, 2, 4, 4}, {9, 9, 9}, 1);
  EXPECT_EQ(image.pixel(2, 2)[0], 0);
  EXPECT_EQ(image.pixel(1, 1)[0], 9);
  EXPECT_EQ(image.pixel(4, 3)[0], 9);
  EXPECT_EQ(image.pixel(0, 0)[0], 0);
}

TEST(Image, BlendMixesByCoverage) {
  Image image(1, 1, {0, 100, 200});
  blend(image, 0, 0, {255, 100, 0}, 128);
  EXPECT_EQ(image.pixel(0, 0)[0], 128);
  EXPECT_EQ(image.pixel(0, 0)[1], 100);
  EXPECT_EQ(image.pixel(0, 0)[2], 100);
  blend(image, 5, 5, {1, 1, 1}, 255);  // outside: nothing happens
}

}  // namespace
}  // namespace ocr
