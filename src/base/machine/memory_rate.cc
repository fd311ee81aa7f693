#include "base/machine/memory_rate.h"

#include <immintrin.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/clock.h"

namespace gearbox {

namespace {

constexpr size_t kGroup = 256;

/// Whole groups of four lines; the sum keeps the loads alive.
__attribute__((target("avx2"))) int64_t sum_lines(const std::byte* data, size_t groups) {
  __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
  for (size_t group = 0; group < groups; ++group, data += kGroup) {
    const auto* at = reinterpret_cast<const __m256i*>(data);
    a = _mm256_xor_si256(_mm256_xor_si256(a, _mm256_loadu_si256(at + 0)), _mm256_loadu_si256(at + 1));
    b = _mm256_xor_si256(_mm256_xor_si256(b, _mm256_loadu_si256(at + 2)), _mm256_loadu_si256(at + 3));
    c = _mm256_xor_si256(_mm256_xor_si256(c, _mm256_loadu_si256(at + 4)), _mm256_loadu_si256(at + 5));
    d = _mm256_xor_si256(_mm256_xor_si256(d, _mm256_loadu_si256(at + 6)), _mm256_loadu_si256(at + 7));
  }
  return _mm256_extract_epi64(_mm256_xor_si256(_mm256_xor_si256(a, b), _mm256_xor_si256(c, d)), 0);
}

int64_t sum_words(const std::byte* data, size_t groups) {
  int64_t sum = 0;
  for (size_t word = 0; word < groups * kGroup / 8; ++word) {
    int64_t value;
    std::memcpy(&value, data + word * 8, sizeof(value));
    sum ^= value;
  }
  return sum;
}

double rate(size_t bytes, int64_t ns) { return static_cast<double>(bytes) / (static_cast<double>(std::max<int64_t>(ns, 1)) * 1e-9); }

}  // namespace

double read_rate(std::span<const std::byte> data) {
  const size_t groups = data.size() / kGroup;
  if (groups == 0) return 0;
  volatile int64_t sink = 0;
  const bool wide = __builtin_cpu_supports("avx2") != 0;
  const int64_t begin = now_ns();
  sink = wide ? sum_lines(data.data(), groups) : sum_words(data.data(), groups);
  const int64_t ns = now_ns() - begin;
  static_cast<void>(sink);
  return rate(groups * kGroup, ns);
}

double copy_rate(std::span<const std::byte> from, std::span<std::byte> to) {
  if (from.empty()) return 0;
  const int64_t begin = now_ns();
  std::memcpy(to.data(), from.data(), from.size());
  asm volatile("" : : "r"(to.data()) : "memory");
  return rate(2 * from.size(), now_ns() - begin);
}

}  // namespace gearbox
