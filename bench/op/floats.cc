#include "op/floats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace gearbox::bench {

namespace {

const float kNan = std::nanf("");

}  // namespace

Floats::Floats(int64_t count) : count_(count) {
  if (memory_.reserve(static_cast<size_t>(count + kGuard) * sizeof(float)).ok()) return;
  std::fprintf(stderr, "op_bench: no memory for %lld floats\n", static_cast<long long>(count));
  std::exit(1);
}

Floats Floats::random(int64_t count, uint32_t seed) {
  Floats out = poisoned(count);
  std::mt19937 bits(seed);
  std::generate_n(out.data(), count, [&] { return static_cast<float>(static_cast<int32_t>(bits())) * 0x1p-31f; });
  return out;
}

Floats Floats::poisoned(int64_t count) {
  Floats out(count);
  out.poison();
  return out;
}

void Floats::poison() { std::fill_n(data(), count_ + kGuard, kNan); }

bool Floats::guarded() const {
  return std::all_of(data() + count_, data() + count_ + kGuard,
                     [](float v) { return std::bit_cast<uint32_t>(v) == std::bit_cast<uint32_t>(kNan); });
}

}  // namespace gearbox::bench
