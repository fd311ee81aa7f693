#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "base/thread_pool.h"

namespace gearbox::kernels {

/// `count` floats in [-1, 1).
inline std::vector<float> random_values(int64_t count, std::mt19937& random) {
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> values(static_cast<size_t>(count));
  for (float& v : values) v = uniform(random);
  return values;
}

/// An output no element of which may survive unnoticed.
inline std::vector<float> poisoned(int64_t count) { return std::vector<float>(static_cast<size_t>(count), NAN); }

/// A uniform integer in [low, high].
inline int64_t random_int(int64_t low, int64_t high, std::mt19937& random) {
  return std::uniform_int_distribution<int64_t>(low, high)(random);
}

/// A pool of 1 to 3 threads that all tests share: making one takes longer than most tests.
inline ThreadPool& test_pool(int threads) {
  static ThreadPool pools[3] = {ThreadPool(1), ThreadPool(2), ThreadPool(3)};
  return pools[threads - 1];
}

/// Memory of kernels that take scratch: aligned to 64 and filled with NaN bits.
class Scratch {
 public:
  explicit Scratch(int64_t bytes) : memory_(static_cast<size_t>(bytes) / 64 + 2, Line{}) {
    for (Line& line : memory_) {
      for (float& v : line.values) v = NAN;
    }
  }
  void* data() { return memory_.data(); }

 private:
  struct alignas(64) Line {
    float values[16];
  };
  std::vector<Line> memory_;
};

}  // namespace gearbox::kernels
