#pragma once

#include <chrono>
#include <cstdint>

namespace gearbox {

/// Nanoseconds of a clock that never goes back; only differences mean anything.
inline int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace gearbox
