#include "base/printable_text.h"

#include <algorithm>

#include "base/utf8.h"

namespace gearbox {

std::string printable(std::string_view text, bool lines) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  while (!text.empty()) {
    uint32_t point = 0;
    const size_t length = utf8_length(text, &point);
    const std::string_view bytes = text.substr(0, std::max<size_t>(length, 1));
    if (length > 0 && (is_shown(point) || (lines && (point == '\n' || point == '\t')))) {
      out += bytes;
    } else {
      for (const char c : bytes) out += {'\\', 'x', kDigits[static_cast<unsigned char>(c) >> 4], kDigits[c & 15]};
    }
    text.remove_prefix(bytes.size());
  }
  return out;
}

}  // namespace gearbox
