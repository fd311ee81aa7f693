#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace gearbox {

/// A 128-bit hash (XXH3): stable between runs and machines, not meant against forgery.
struct Hash128 {
  uint64_t high = 0;
  uint64_t low = 0;
  auto operator<=>(const Hash128&) const = default;
  /// 32 hexadecimal digits.
  std::string text() const;
};

Hash128 hash128(std::span<const std::byte> bytes);
uint64_t hash64(std::span<const std::byte> bytes);
inline uint64_t hash64(std::string_view text) { return hash64(std::as_bytes(std::span(text))); }

/// Hashes what is added, piece by piece. Text is added with its length, so that ("ab", "c") and ("a", "bc") differ.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;

  Hasher& bytes(std::span<const std::byte> bytes);
  Hasher& integer(int64_t value);
  Hasher& text(std::string_view text);
  Hash128 digest() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gearbox
