#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace gearbox {

struct Hasher::State {
  XXH3_state_t xxh;
};

std::string Hash128::text() const {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (uint64_t word : {high, low}) {
    for (int shift = 60; shift >= 0; shift -= 4) out += kDigits[(word >> shift) & 15];
  }
  return out;
}

Hash128 hash128(std::span<const std::byte> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

uint64_t hash64(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

Hasher::Hasher() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->xxh); }
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

Hasher& Hasher::bytes(std::span<const std::byte> bytes) {
  XXH3_128bits_update(&state_->xxh, bytes.data(), bytes.size());
  return *this;
}

Hasher& Hasher::integer(int64_t value) { return bytes(std::as_bytes(std::span(&value, 1))); }

Hasher& Hasher::text(std::string_view text) {
  integer(static_cast<int64_t>(text.size()));
  return bytes(std::as_bytes(std::span(text)));
}

Hash128 Hasher::digest() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(&state_->xxh);
  return {hash.high64, hash.low64};
}

}  // namespace gearbox
