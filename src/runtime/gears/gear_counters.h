#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "runtime/gears/gear_choice.h"

namespace gearbox {

/// How many calls of a model ended well, by what served them, and how many were refused because no gear serves them.
struct GearCounts {
  std::vector<uint64_t> exact, bounded;  ///< by gear
  uint64_t fallback = 0, refused = 0;
  uint64_t retried = 0;  ///< those of the fallback that had failed on a gear
};

/// Counts calls from any number of threads.
class GearCounters {
 public:
  explicit GearCounters(size_t gears) : gears_(gears) {}

  void add(const GearChoice& choice) {
    switch (choice.way) {
      case GearChoice::Way::kPlain: return;
      case GearChoice::Way::kExact: return count(gears_[static_cast<size_t>(choice.gear)].exact);
      case GearChoice::Way::kBounded: return count(gears_[static_cast<size_t>(choice.gear)].bounded);
      case GearChoice::Way::kFallback: return count(others_.exact);
      case GearChoice::Way::kRefused: return count(others_.bounded);
    }
  }
  /// Of a call that is then added as a fallback.
  void add_retry() { count(retried_); }
  GearCounts read() const;

 private:
  /// On a cache line of its own, so that threads on different gears do not wait for each other.
  struct alignas(64) Pair {
    std::atomic<uint64_t> exact{0}, bounded{0};
  };
  static void count(std::atomic<uint64_t>& counter) { counter.fetch_add(1, std::memory_order_relaxed); }

  std::vector<Pair> gears_;
  Pair others_;  ///< fallback and refused
  std::atomic<uint64_t> retried_{0};
};

}  // namespace gearbox
