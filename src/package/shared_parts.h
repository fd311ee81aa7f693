#pragma once

#include <flatbuffers/flatbuffers.h>

#include <array>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace gearbox {

/// Writes parts of a FlatBuffer once however often they occur. What a part refers to must have been written through the same object, so
/// that equal parts hold equal offsets.
class SharedParts {
 public:
  explicit SharedParts(flatbuffers::FlatBufferBuilder& out) : out_(out) {}

  flatbuffers::Offset<flatbuffers::String> text(const std::string& value) { return out_.CreateSharedString(value); }

  /// A vector of numbers.
  template <class T>
  flatbuffers::Offset<flatbuffers::Vector<T>> numbers(const T* values, size_t count) {
    static_assert(std::is_arithmetic_v<T>);
    return once<flatbuffers::Vector<T>>(std::as_bytes(std::span(values, count)), [&] { return out_.CreateVector(values, count); });
  }
  template <class T>
  flatbuffers::Offset<flatbuffers::Vector<T>> numbers(const std::vector<T>& values) {
    return numbers(values.data(), values.size());
  }

  /// A vector of parts, or of strings.
  template <class T>
  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<T>>> list(const std::vector<flatbuffers::Offset<T>>& parts) {
    return once<flatbuffers::Vector<flatbuffers::Offset<T>>>(std::as_bytes(std::span(parts)), [&] { return out_.CreateVector(parts); });
  }
  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>> texts(const std::vector<std::string>& values) {
    std::vector<flatbuffers::Offset<flatbuffers::String>> parts;
    for (const std::string& value : values) parts.push_back(text(value));
    return list(parts);
  }

  /// A table of type T that `create` writes, identified by all its fields: numbers, and offsets of parts.
  template <class T, class Create, class... Fields>
  flatbuffers::Offset<T> table(Create&& create, Fields... fields) {
    const std::array<int64_t, sizeof...(Fields)> key = {field(fields)...};
    return once<T>(std::as_bytes(std::span(key)), create);
  }

 private:
  template <class T>
  static int64_t field(flatbuffers::Offset<T> part) {
    return static_cast<int64_t>(part.o);
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  static int64_t field(T value) {
    return static_cast<int64_t>(value);
  }

  template <class T, class Create>
  flatbuffers::Offset<T> once(std::span<const std::byte> content, Create&& create) {
    const std::pair key(kind<T>(), hash128(content));
    const auto known = places_.find(key);
    if (known != places_.end()) return known->second;
    const flatbuffers::Offset<T> made = create();
    places_.emplace(key, made.o);
    return made;
  }

  /// A number for the type.
  template <class T>
  static const void* kind() {
    static const char mark = 0;
    return &mark;
  }

  flatbuffers::FlatBufferBuilder& out_;
  std::map<std::pair<const void*, Hash128>, flatbuffers::uoffset_t> places_;
};

}  // namespace gearbox
