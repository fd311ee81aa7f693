#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace gearbox {

/// Writes JSON (RFC 8259) piece by piece into a string, with commas and escapes in their places:
///
///   JsonWriter json;
///   json.begin_object().member("name", "x").key("dims").begin_array().value(1).value(3).end_array().end_object();
///   json.text();  // {"name":"x","dims":[1,3]}
///
/// Strings may hold any bytes: what is not UTF-8 becomes U+FFFD. Doubles are written with the fewest digits that read back to the
/// same value; infinities and NaN, which JSON lacks, as null. Well-formed nesting is the caller's part.
class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  /// The name of the next value inside an object.
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(double number);
  JsonWriter& value(bool flag) { return raw(flag ? "true" : "false"); }
  JsonWriter& value(std::signed_integral auto number) { return integer(number); }
  JsonWriter& value(std::unsigned_integral auto number) { return unsigned_integer(number); }
  JsonWriter& null() { return raw("null"); }

  /// key and value in one.
  template <class T>
  JsonWriter& member(std::string_view name, const T& content) {
    return key(name).value(content);
  }

  const std::string& text() const { return text_; }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  JsonWriter& raw(std::string_view token);
  JsonWriter& integer(int64_t number);
  JsonWriter& unsigned_integer(uint64_t number);
  void separate();
  void quote(std::string_view bytes);

  std::string text_;
  bool needs_comma_ = false;
};

}  // namespace gearbox
