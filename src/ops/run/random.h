#pragma once

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>

#include "ops/kernel_api.h"

namespace gearbox::ops {

/// A stream of pseudo-random numbers: the SplitMix64 generator (Steele, Lea and Flood, 2014).
class RandomStream {
 public:
  explicit RandomStream(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Standard normal, by Box and Muller's method.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  uint64_t state_;
};

/// The stream of a node: by its attribute `seed` where given (every call then draws the same numbers), else by the time and the
/// node's name.
inline RandomStream random_stream(const KernelContext& context) {
  if (context.attributes().has("seed")) return RandomStream(std::bit_cast<uint32_t>(context.attributes().real("seed", 0)));
  const auto now = static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  return RandomStream(now ^ std::hash<std::string_view>()(context.node_name()));
}

}  // namespace gearbox::ops
