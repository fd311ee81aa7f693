#include "base/machine/fma_peak.h"

#include <immintrin.h>

#include <algorithm>
#include <cstdint>

#include "base/clock.h"

namespace gearbox {

namespace {

// Twelve independent chains hide the latency of two FMA units.
constexpr int kChains = 12, kRounds = 400'000, kRepeats = 12;

__attribute__((target("avx2,fma"))) float run_avx2() {
  __m256 sums[kChains];
  for (__m256& sum : sums) sum = _mm256_setzero_ps();
  __m256 a = _mm256_set1_ps(0.999F), b = _mm256_set1_ps(1e-3F);
  for (int i = 0; i < kRounds; ++i) {
#pragma GCC unroll 12
    for (int k = 0; k < kChains; ++k) sums[k] = _mm256_fmadd_ps(sums[k], a, b);
    asm volatile("" : "+x"(a), "+x"(b));
  }
  __m256 all = sums[0];
  for (int k = 1; k < kChains; ++k) all = _mm256_add_ps(all, sums[k]);
  return _mm256_cvtss_f32(all);
}

__attribute__((target("avx512f"))) float run_avx512() {
  __m512 sums[kChains];
  for (__m512& sum : sums) sum = _mm512_setzero_ps();
  __m512 a = _mm512_set1_ps(0.999F), b = _mm512_set1_ps(1e-3F);
  for (int i = 0; i < kRounds; ++i) {
#pragma GCC unroll 12
    for (int k = 0; k < kChains; ++k) sums[k] = _mm512_fmadd_ps(sums[k], a, b);
    asm volatile("" : "+v"(a), "+v"(b));
  }
  __m512 all = sums[0];
  for (int k = 1; k < kChains; ++k) all = _mm512_add_ps(all, sums[k]);
  return _mm512_cvtss_f32(all);
}

}  // namespace

double fma_rate() {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 0;
  const bool wide = __builtin_cpu_supports("avx512f") != 0;
  const double flops = 2.0 * kChains * kRounds * (wide ? 16 : 8);
  volatile float sink = 0;
  const int64_t begin = now_ns();
  sink = wide ? run_avx512() : run_avx2();
  const int64_t ns = now_ns() - begin;
  static_cast<void>(sink);
  return flops / (static_cast<double>(std::max<int64_t>(ns, 1)) * 1e-9);
}

double measure_fma_peak() {
  double best = 0;
  for (int i = 0; i < kRepeats; ++i) best = std::max(best, fma_rate());
  return best;
}

}  // namespace gearbox
