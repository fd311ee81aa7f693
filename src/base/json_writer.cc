#include "base/json_writer.h"

#include <charconv>
#include <cmath>

#include "base/utf8.h"

namespace gearbox {
namespace json_text {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

/// A character below 0x100 that is ASCII or not shown.
void append_escaped(std::string& out, unsigned char point) {
  switch (point) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  if (is_shown(point)) {
    out += static_cast<char>(point);
    return;
  }
  constexpr char kDigits[] = "0123456789abcdef";
  out += "\\u00";
  out += kDigits[point >> 4];
  out += kDigits[point & 15];
}

template <class Number>
void append_number(std::string& out, Number number) {
  char digits[32];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

}  // namespace json_text

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  text_ += bracket;
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  separate();
  json_text::append_number(text_, number);
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view token) {
  separate();
  text_ += token;
  return *this;
}

JsonWriter& JsonWriter::integer(int64_t number) {
  separate();
  json_text::append_number(text_, number);
  return *this;
}

JsonWriter& JsonWriter::unsigned_integer(uint64_t number) {
  separate();
  json_text::append_number(text_, number);
  return *this;
}

void JsonWriter::separate() {
  if (needs_comma_) text_ += ',';
  needs_comma_ = true;
}

void JsonWriter::quote(std::string_view bytes) {
  text_ += '"';
  while (!bytes.empty()) {
    uint32_t point = 0;
    const size_t length = utf8_length(bytes, &point);
    if (length == 0) {
      text_ += json_text::kReplacement;
    } else if (point < 0x100 && (length == 1 || !is_shown(point))) {
      json_text::append_escaped(text_, static_cast<unsigned char>(point));
    } else {
      text_ += bytes.substr(0, length);
    }
    bytes.remove_prefix(length == 0 ? 1 : length);
  }
  text_ += '"';
}

}  // namespace gearbox
