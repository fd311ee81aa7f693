#include <atomic>
#include <cstdint>

#include "hwy/targets.h"

// Highway's choice among the instruction sets that kernels are compiled for. Its library has the same functions, but times the clock for
// milliseconds when it is loaded: with these nothing else of it is needed, and linkers leave it out.
namespace hwy {

namespace {

ChosenTarget chosen;
std::atomic<int64_t> only_for_test{0};

int64_t targets_of_cpu() {
  int64_t targets = HWY_STATIC_TARGET | HWY_EMU128;
#define GBX_HAS(feature) (__builtin_cpu_supports(feature) != 0)
  const bool sse4 = GBX_HAS("ssse3") && GBX_HAS("sse4.1") && GBX_HAS("sse4.2") && GBX_HAS("pclmul") && GBX_HAS("aes");
  const bool avx2 = sse4 && GBX_HAS("avx") && GBX_HAS("avx2") && GBX_HAS("fma") && GBX_HAS("f16c") && GBX_HAS("bmi") && GBX_HAS("bmi2") &&
                    GBX_HAS("lzcnt");
  const bool avx3 = avx2 && GBX_HAS("avx512f") && GBX_HAS("avx512vl") && GBX_HAS("avx512dq") && GBX_HAS("avx512bw") && GBX_HAS("avx512cd");
#undef GBX_HAS
  if (sse4) targets |= HWY_SSE4 | HWY_SSSE3;
  if (avx2) targets |= HWY_AVX2;
  if (avx3) targets |= HWY_AVX3;
  return targets;
}

}  // namespace

ChosenTarget& GetChosenTarget() { return chosen; }

int64_t SupportedTargets() {
  const int64_t only = only_for_test.load();
  return only != 0 ? only : targets_of_cpu();
}

void SetSupportedTargetsForTest(int64_t targets) {
  only_for_test.store(targets);
  chosen.DeInit();
}

}  // namespace hwy
