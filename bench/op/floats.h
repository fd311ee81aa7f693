#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/mapped_file.h"

namespace gearbox::bench {

/// Floats in memory as the engine's own: page-aligned, huge pages where large. Behind the last one lie NaNs.
class Floats {
 public:
  /// Uniform in [-1, 1), the same for the same seed.
  static Floats random(int64_t count, uint32_t seed);
  /// All NaN: an output no element of which may survive, or lanes that must not matter.
  static Floats poisoned(int64_t count);

  float* data() { return reinterpret_cast<float*>(memory_.data()); }
  const float* data() const { return reinterpret_cast<const float*>(memory_.data()); }
  int64_t size() const { return count_; }
  std::span<const float> values() const { return {data(), static_cast<size_t>(count_)}; }
  void poison();
  /// Whether the NaNs behind the last float are untouched.
  bool guarded() const;

 private:
  explicit Floats(int64_t count);
  static constexpr int64_t kGuard = 64;
  HugeBuffer memory_;
  int64_t count_;
};

}  // namespace gearbox::bench
