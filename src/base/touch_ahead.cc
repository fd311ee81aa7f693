#include "base/touch_ahead.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>

namespace gearbox {

namespace {

constexpr size_t kTouchPiece = size_t{2} << 20;
#ifdef MADV_POPULATE_WRITE
constexpr int kPopulate = MADV_POPULATE_WRITE;
#else
constexpr int kPopulate = 23;  // its number since Linux 5.14; older headers lack the name
#endif

}  // namespace

void TouchAhead::start(std::byte* begin, size_t bytes) {
  stop();
  stopped_ = false;
  thread_ = std::thread([this, begin, bytes] {
    constexpr uintptr_t kPage = 4096;
    auto at = (reinterpret_cast<uintptr_t>(begin) + kPage - 1) / kPage * kPage;
    const uintptr_t end = (reinterpret_cast<uintptr_t>(begin) + bytes) / kPage * kPage;
    while (at < end && !stopped_) {
      const size_t piece = std::min<size_t>(kTouchPiece, end - at);
      if (madvise(reinterpret_cast<void*>(at), piece, kPopulate) != 0) return;
      at += piece;
    }
  });
}

void TouchAhead::stop() {
  stopped_ = true;
  if (thread_.joinable()) thread_.join();
}

}  // namespace gearbox
