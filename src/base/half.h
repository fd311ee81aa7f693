#pragma once

#include <bit>
#include <cstdint>

#include "base/dtype.h"

namespace gearbox {

/// IEEE binary16 storage; arithmetic goes through float, rounded to nearest even on the way back.
struct Half {
  uint16_t bits = 0;
  Half() = default;
  Half(float value);
  operator float() const;
};

/// bfloat16 storage: the upper half of a float, rounded to nearest even.
struct BFloat16 {
  uint16_t bits = 0;
  BFloat16() = default;
  BFloat16(float value);
  operator float() const { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }
};

template <>
struct DTypeOf<Half> {
  static constexpr DType value = DType::kF16;
};
template <>
struct DTypeOf<BFloat16> {
  static constexpr DType value = DType::kBF16;
};

}  // namespace gearbox
