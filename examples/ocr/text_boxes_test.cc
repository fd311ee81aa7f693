#include "text_boxes.h"

#include <gtest/gtest.h>

namespace ocr {
namespace {

/// A map with rectangles of one probability.
struct Map {
  Map(int columns, int rows) : width(columns), height(rows), values(static_cast<size_t>(columns * rows), 0.0f) {}
  void fill(const Box& box, float value) {
    for (int y = box.top; y < box.bottom; ++y) {
      for (int x = box.left; x < box.right; ++x) values[static_cast<size_t>(y * width + x)] = value;
    }
  }
  std::vector<Box> boxes(const BoxRules& rules = {}) const { return text_boxes(values, width, height, rules); }

  int width, height;
  std::vector<float> values;
};

std::vector<int> edges(const Box& box) { return {box.left, box.top, box.right, box.bottom}; }

TEST(TextBoxes, GrowByAreaOverPerimeter) {
  Map map(100, 40);
  map.fill({20, 10, 60, 20}, 0.9f);
  const std::vector<Box> boxes = map.boxes();
  ASSERT_EQ(boxes.size(), 1u);
  EXPECT_EQ(edges(boxes[0]), (std::vector<int>{14, 4, 66, 26}));  // 1.5 * 400 / 100 = 6 on each side
}

TEST(TextBoxes, StayInsideTheMap) {
  Map map(30, 12);
  map.fill({0, 0, 30, 12}, 1);
  ASSERT_EQ(map.boxes().size(), 1u);
  EXPECT_EQ(edges(map.boxes()[0]), (std::vector<int>{0, 0, 30, 12}));
}

TEST(TextBoxes, DropFaintAndTinyOnes) {
  Map map(100, 100);
  map.fill({10, 10, 50, 20}, 0.5f);   // above the pixels' threshold, below the boxes'
  map.fill({10, 60, 12, 90}, 0.95f);  // two pixels wide
  EXPECT_TRUE(map.boxes().empty());
  EXPECT_TRUE(Map(0, 0).boxes().empty());
}

TEST(TextBoxes, TouchAtCorners) {
  Map map(40, 40);
  map.fill({4, 4, 12, 12}, 0.9f);
  map.fill({12, 12, 20, 20}, 0.9f);
  EXPECT_EQ(map.boxes().size(), 1u);
}

TEST(TextBoxes, ReadingOrder) {
  std::vector<Box> boxes = {{200, 12, 260, 32}, {10, 100, 90, 120}, {10, 10, 90, 30}, {120, 8, 180, 28}};
  sort_in_reading_order(boxes);
  std::vector<int> lefts;
  for (const Box& box : boxes) lefts.push_back(box.left + box.top);
  EXPECT_EQ(lefts, (std::vector<int>{20, 128, 212, 110}));
}

}  // namespace
}  // namespace ocr
