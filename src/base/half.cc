#include "base/half.h"

namespace gearbox {
namespace half_bits {

constexpr uint32_t kInfinity32 = 0x7f800000;
constexpr uint32_t kOverflow = 0x477ff000;        // 65520: halfway from the largest half to the next power of two
constexpr uint32_t kSmallestNormal = 0x38800000;  // 2^-14
constexpr uint32_t kRebias = 112u << 23;          // float's exponent bias less half's

uint16_t from_magnitude(uint32_t magnitude) {
  if (magnitude > kInfinity32) return static_cast<uint16_t>(0x7e00 | ((magnitude >> 13) & 0x3ff));
  if (magnitude >= kOverflow) return 0x7c00;
  if (magnitude < kSmallestNormal) {
    // One unit in the last place of [0.5, 1) is half's smallest subnormal, so the addition itself rounds to nearest even.
    const float rounded = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<uint16_t>(std::bit_cast<uint32_t>(rounded) - std::bit_cast<uint32_t>(0.5f));
  }
  const uint32_t odd = (magnitude >> 13) & 1;
  return static_cast<uint16_t>((magnitude - kRebias + 0xfff + odd) >> 13);
}

}  // namespace half_bits

Half::Half(float value) {
  const uint32_t word = std::bit_cast<uint32_t>(value);
  bits = static_cast<uint16_t>(((word >> 16) & 0x8000) | half_bits::from_magnitude(word & 0x7fffffff));
}

Half::operator float() const {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  const uint32_t magnitude = bits & 0x7fff;
  uint32_t word;
  if (magnitude < 0x400) {
    word = std::bit_cast<uint32_t>(static_cast<float>(magnitude) * 0x1p-24f);
  } else if (magnitude < 0x7c00) {
    word = (magnitude << 13) + half_bits::kRebias;
  } else {
    word = half_bits::kInfinity32 | ((magnitude & 0x3ff) << 13);
  }
  return std::bit_cast<float>(sign | word);
}

BFloat16::BFloat16(float value) {
  const uint32_t word = std::bit_cast<uint32_t>(value);
  if ((word & 0x7fffffff) > half_bits::kInfinity32) {
    bits = static_cast<uint16_t>((word >> 16) | 0x40);
  } else {
    bits = static_cast<uint16_t>((word + 0x7fff + ((word >> 16) & 1)) >> 16);
  }
}

}  // namespace gearbox
