#pragma once

#include <cstddef>
#include <cstdint>

namespace gearbox::c {

inline bool is_aligned(const void* data, size_t element) { return element == 0 || reinterpret_cast<uintptr_t>(data) % element == 0; }

/// Whether two ranges of memory have a byte in common.
inline bool overlap(const void* a, size_t a_bytes, const void* b, size_t b_bytes) {
  const auto a_begin = reinterpret_cast<uintptr_t>(a), b_begin = reinterpret_cast<uintptr_t>(b);
  return a_bytes > 0 && b_bytes > 0 && a_begin < b_begin + b_bytes && b_begin < a_begin + a_bytes;
}

}  // namespace gearbox::c
