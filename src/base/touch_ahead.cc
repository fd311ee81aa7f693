#include "base/touch_ahead.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <utility>

namespace gearbox {

namespace {

constexpr size_t kTouchPiece = size_t{2} << 20;
#ifdef MADV_POPULATE_WRITE
constexpr int kPopulate = MADV_POPULATE_WRITE;
#else
constexpr int kPopulate = 23;  // its number since Linux 5.14; older headers lack the name
#endif

void touch(std::span<std::byte> range, const std::atomic<bool>& stopped) {
  constexpr size_t kPage = 4096;
  const size_t into_page = reinterpret_cast<uintptr_t>(range.data()) % kPage;
  const size_t end = (into_page + range.size()) / kPage * kPage;
  for (size_t at = into_page == 0 ? 0 : kPage; at < end && !stopped; at += kTouchPiece) {
    if (madvise(range.data() - into_page + at, std::min(kTouchPiece, end - at), kPopulate) != 0) return;
  }
}

}  // namespace

void TouchAhead::start(std::vector<std::span<std::byte>> ranges) {
  stop();
  stopped_ = false;
  try {
    thread_ = std::thread([this, ranges = std::move(ranges)] {
      for (const std::span<std::byte> range : ranges) touch(range, stopped_);
    });
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
    // The system grants no thread: pages come when they are used.
  }
}

void TouchAhead::stop() {
  stopped_ = true;
  if (thread_.joinable()) thread_.join();
}

}  // namespace gearbox
