#include "base/dtype.h"

#include <gtest/gtest.h>

namespace gearbox {
namespace dtype_tests {

TEST(DType, NamesRoundTrip) {
  for (int i = 0; i <= 16; ++i) {
    const DType type = static_cast<DType>(i);
    EXPECT_EQ(dtype_from_name(dtype_name(type)), type);
  }
  EXPECT_EQ(dtype_from_name("float"), std::nullopt);
  EXPECT_EQ(dtype_from_name(""), std::nullopt);
}

TEST(DType, SizesAndKinds) {
  EXPECT_EQ(dtype_size(DType::kF32), 4u);
  EXPECT_EQ(dtype_size(DType::kBF16), 2u);
  EXPECT_EQ(dtype_size(DType::kI64), 8u);
  EXPECT_EQ(dtype_size(DType::kBool), 1u);
  EXPECT_EQ(dtype_size(DType::kC128), 16u);
  EXPECT_EQ(dtype_size(DType::kString), 0u);
  EXPECT_TRUE(is_float(DType::kF16));
  EXPECT_FALSE(is_float(DType::kC64));
  EXPECT_TRUE(is_integer(DType::kU16));
  EXPECT_FALSE(is_integer(DType::kBool));
}

TEST(DType, ValuesOutsideTheTableReadAsUndefined) {
  EXPECT_EQ(dtype_name(static_cast<DType>(200)), "undefined");
  EXPECT_EQ(dtype_size(static_cast<DType>(200)), 0u);
}

}  // namespace dtype_tests
}  // namespace gearbox
