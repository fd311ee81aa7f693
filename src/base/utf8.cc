#include "base/utf8.h"

namespace gearbox {

size_t utf8_length(std::string_view bytes, uint32_t* point) {
  const auto lead = static_cast<unsigned char>(bytes[0]);
  uint32_t value = lead;
  size_t length = 1;
  if (lead >= 0x80) {
    length = lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
    if (length == 0 || bytes.size() < length) return 0;
    value = lead & (0x7F >> length);
    for (size_t i = 1; i < length; ++i) {
      const auto next = static_cast<unsigned char>(bytes[i]);
      if ((next & 0xC0) != 0x80) return 0;
      value = value << 6 | (next & 0x3F);
    }
    constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < kLeast[length] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return 0;
  }
  if (point) *point = value;
  return length;
}

bool is_shown(uint32_t point) {
  const bool control = point < 0x20 || (point >= 0x7F && point < 0xA0);
  const bool separates = point == 0x2028 || point == 0x2029;
  const bool turns =
      point == 0x061C || point == 0x200E || point == 0x200F || (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
  return !control && !separates && !turns;
}

}  // namespace gearbox
