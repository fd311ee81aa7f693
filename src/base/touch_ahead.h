#pragma once

#include <atomic>
#include <cstddef>
#include <thread>

namespace gearbox {

/// Gives a range of memory its pages on a thread of its own, so that whoever grows into it later does not wait for them. What the range
/// holds is not changed, and it may be used meanwhile. Does nothing where the system cannot (Linux before 5.14). Not thread-safe.
class TouchAhead {
 public:
  TouchAhead() = default;
  ~TouchAhead() { stop(); }
  TouchAhead(const TouchAhead&) = delete;
  TouchAhead& operator=(const TouchAhead&) = delete;

  /// Begins with the range; what was under way before is given up. The range must stay mapped until stop() or the next start().
  void start(std::byte* begin, size_t bytes);
  /// Returns when nothing is under way any more: within the time of one huge page.
  void stop();

 private:
  std::thread thread_;
  std::atomic<bool> stopped_{false};
};

}  // namespace gearbox
