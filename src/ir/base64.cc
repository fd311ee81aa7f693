#include "ir/base64.h"

#include <cstdint>

namespace gearbox {

namespace base64 {
constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

std::string base64_encode(const void* data, size_t bytes) {
  const auto* source = static_cast<const uint8_t*>(data);
  std::string out;
  out.reserve((bytes + 2) / 3 * 4);
  for (size_t i = 0; i < bytes; i += 3) {
    uint32_t group = static_cast<uint32_t>(source[i]) << 16;
    if (i + 1 < bytes) group |= static_cast<uint32_t>(source[i + 1]) << 8;
    if (i + 2 < bytes) group |= source[i + 2];
    out += base64::kAlphabet[group >> 18];
    out += base64::kAlphabet[(group >> 12) & 63];
    out += i + 1 < bytes ? base64::kAlphabet[(group >> 6) & 63] : '=';
    out += i + 2 < bytes ? base64::kAlphabet[group & 63] : '=';
  }
  return out;
}

std::optional<std::string> base64_decode(std::string_view text, size_t bytes) {
  const size_t groups = bytes / 3 + (bytes % 3 != 0);
  if (text.size() / 4 != groups || text.size() % 4 != 0) return std::nullopt;
  std::string out;
  out.reserve(bytes);
  for (size_t i = 0; i < text.size(); i += 4) {
    uint32_t group = 0;
    for (size_t j = 0; j < 4; ++j) {
      const char c = text[i + j];
      const bool padding = c == '=' && i / 4 * 3 + j > bytes;
      const size_t digit = padding ? 0 : base64::kAlphabet.find(c);
      if (digit == std::string_view::npos) return std::nullopt;
      group = group << 6 | static_cast<uint32_t>(digit);
    }
    for (int shift = 16; shift >= 0 && out.size() < bytes; shift -= 8) out += static_cast<char>(group >> shift);
  }
  return out;
}

}  // namespace gearbox
