#include "cli/tensor_difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gearbox::cli {
namespace {

template <class T>
Difference compare_lists(std::vector<T> expected, std::vector<T> given, Tolerance tolerance = {}) {
  const int64_t dims[] = {static_cast<int64_t>(expected.size())}, given_dims[] = {static_cast<int64_t>(given.size())};
  return compare_tensors({DTypeOf<T>::value, dims, expected.data()}, {DTypeOf<T>::value, given_dims, given.data()}, tolerance);
}

TEST(TensorDifference, ToleranceIsAbsolutePlusRelative) {
  EXPECT_TRUE(compare_lists<float>({100}, {100.05F}).equal());
  EXPECT_FALSE(compare_lists<float>({100}, {100.2F}).equal());
  EXPECT_TRUE(compare_lists<float>({0}, {9e-6F}).equal());
  const Difference d = compare_lists<float>({1, 2, 4}, {1, 3, 5});
  EXPECT_EQ(d.beyond, 2);
  EXPECT_EQ(d.first, 1);
  EXPECT_EQ(d.max_absolute, 1);
  EXPECT_EQ(d.max_relative, 0.5);
  EXPECT_EQ(d.text(), "element 1 is 3, expected 2 (2 elements differ)");
}

TEST(TensorDifference, NonNumbers) {
  EXPECT_TRUE(compare_lists<float>({NAN, INFINITY}, {NAN, INFINITY}).equal());
  EXPECT_FALSE(compare_lists<float>({1}, {NAN}).equal());
  EXPECT_FALSE(compare_lists<float>({NAN}, {1}).equal());
  EXPECT_FALSE(compare_lists<float>({INFINITY}, {-INFINITY}).equal());
  EXPECT_FALSE(compare_lists<float>({INFINITY}, {1}).equal());
  EXPECT_FALSE(compare_lists<float>({1}, {INFINITY}).equal());
}

TEST(TensorDifference, IntegersMustBeEqual) {
  EXPECT_TRUE(compare_lists<int64_t>({INT64_MAX}, {INT64_MAX}).equal());
  EXPECT_EQ(compare_lists<int64_t>({INT64_MAX}, {INT64_MAX - 1}).beyond, 1);
  EXPECT_EQ(compare_lists<uint8_t>({1, 2}, {1, 3}).text(), "element 1 is 3, expected 2");
}

TEST(TensorDifference, TypeAndExtents) {
  EXPECT_EQ(compare_lists<float>({1}, {1, 2}).text(), "has the extents 2, expected 1");
  float f = 0;
  int32_t i = 0;
  EXPECT_EQ(compare_tensors({DType::kF32, {}, &f}, {DType::kI32, {}, &i}, {}).text(), "is i32, expected f32");
  EXPECT_TRUE(compare_lists<float>({}, {}).equal());
}

TEST(TensorDifference, LowerQuartileIsOfFiniteFloats) {
  const int64_t dims[] = {5}, empty[] = {0};
  float mixed[] = {3e38F, -INFINITY, NAN, -4, -3e38F};
  EXPECT_EQ(lower_quartile_magnitude({DType::kF32, dims, mixed}), 4);
  float none[] = {NAN, NAN, NAN, INFINITY, -INFINITY};
  EXPECT_EQ(lower_quartile_magnitude({DType::kF32, dims, none}), 0);
  int64_t whole[] = {1, 2, 3, 4, 5};
  EXPECT_EQ(lower_quartile_magnitude({DType::kI64, dims, whole}), 0);
  EXPECT_EQ(lower_quartile_magnitude({DType::kF32, empty, nullptr}), 0);
}

}  // namespace
}  // namespace gearbox::cli
