#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <thread>
#include <vector>

namespace gearbox {

/// Gives ranges of memory their pages on a thread of its own, so that whoever grows into them later does not wait for them. What the ranges
/// hold is not changed, and they may be used meanwhile. Does nothing where the system cannot (Linux before 5.14, no thread to be had).
/// Not thread-safe.
class TouchAhead {
 public:
  TouchAhead() = default;
  ~TouchAhead() { stop(); }
  TouchAhead(const TouchAhead&) = delete;
  TouchAhead& operator=(const TouchAhead&) = delete;

  /// Begins with the ranges, one after another; what was under way before is given up. They must stay mapped until stop() or the next
  /// start().
  void start(std::vector<std::span<std::byte>> ranges);
  /// Returns when nothing is under way any more: within the time of one huge page.
  void stop();

 private:
  std::thread thread_;
  std::atomic<bool> stopped_{false};
};

}  // namespace gearbox
