#include "cli/byte_size.h"

namespace gearbox::cli {

Result<size_t> parse_byte_size(const std::string& text) {
  const Status wrong = invalid_argument("'" + text + "' is not a number of bytes: 1048576, 512K, 512M or 2G expected");
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > 18) return wrong;
  size_t value = std::stoull(text.substr(0, digits));
  std::string unit = text.substr(digits);
  for (const char* tail : {"iB", "B"}) {
    if (unit.ends_with(tail)) {
      unit.erase(unit.size() - std::string(tail).size());
      break;
    }
  }
  if (unit.empty()) return value;
  const size_t power = std::string("KMGT").find(static_cast<char>(std::toupper(static_cast<unsigned char>(unit[0]))));
  if (unit.size() != 1 || power == std::string::npos) return wrong;
  if (__builtin_mul_overflow(value, size_t{1} << (10 * (power + 1)), &value)) return wrong;
  return value;
}

}  // namespace gearbox::cli
