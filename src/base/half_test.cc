#include "base/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gearbox {
namespace half_tests {

Half half_of_bits(uint16_t bits) {
  Half half;
  half.bits = bits;
  return half;
}

float after(float value) { return std::nextafter(value, std::numeric_limits<float>::infinity()); }
float before(float value) { return std::nextafter(value, -std::numeric_limits<float>::infinity()); }

TEST(Half, EveryBitPatternRoundTrips) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = half_of_bits(static_cast<uint16_t>(bits));
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(Half(value))));
    } else {
      ASSERT_EQ(Half(value).bits, bits) << value;
    }
  }
}

TEST(Half, RoundsToNearestEvenBetweenAllNeighbours) {
  for (uint16_t bits = 0; bits < 0x7bff; ++bits) {
    const float low = half_of_bits(bits);
    const float high = half_of_bits(static_cast<uint16_t>(bits + 1));
    const float middle = (low + high) / 2;
    const uint16_t even = bits % 2 == 0 ? bits : static_cast<uint16_t>(bits + 1);
    ASSERT_EQ(Half(middle).bits, even);
    ASSERT_EQ(Half(before(middle)).bits, bits);
    ASSERT_EQ(Half(after(middle)).bits, bits + 1);
    ASSERT_EQ(Half(-middle).bits, even | 0x8000);
  }
}

TEST(Half, KnownValues) {
  EXPECT_EQ(Half(1.0f).bits, 0x3c00);
  EXPECT_EQ(Half(-2.0f).bits, 0xc000);
  EXPECT_EQ(Half(65504.0f).bits, 0x7bff);
  EXPECT_EQ(Half(before(65520.0f)).bits, 0x7bff);
  EXPECT_EQ(Half(65520.0f).bits, 0x7c00);
  EXPECT_EQ(Half(std::numeric_limits<float>::infinity()).bits, 0x7c00);
  EXPECT_EQ(Half(-0.0f).bits, 0x8000);
  EXPECT_EQ(static_cast<float>(half_of_bits(1)), 0x1p-24f);
}

TEST(BFloat16, RoundsToNearestEvenAndKeepsNan) {
  EXPECT_EQ(BFloat16(1.0f).bits, 0x3f80);
  EXPECT_EQ(BFloat16(1.0f + 0x1p-8f).bits, 0x3f80);
  EXPECT_EQ(BFloat16(after(1.0f + 0x1p-8f)).bits, 0x3f81);
  EXPECT_EQ(BFloat16(1.0f + 3 * 0x1p-8f).bits, 0x3f82);
  EXPECT_EQ(BFloat16(std::numeric_limits<float>::max()).bits, 0x7f80);
  EXPECT_EQ(BFloat16(-std::numeric_limits<float>::infinity()).bits, 0xff80);
  const float nan_in_low_bits = std::bit_cast<float>(0x7f800001u);
  EXPECT_TRUE(std::isnan(static_cast<float>(BFloat16(nan_in_low_bits))));
}

}  // namespace half_tests
}  // namespace gearbox
