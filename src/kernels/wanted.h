#pragma once

#include <cstdint>

namespace gearbox::kernels {

/// Where floats lie that will be wanted soon. Asking for them reads nothing, so it may go past the ends of an array; a pointer may not (but
/// to one past the last element), which is why this is an address.
class Wanted {
 public:
  Wanted() = default;
  explicit Wanted(const float* at) : at_(reinterpret_cast<uintptr_t>(at)) {}

  Wanted operator+(int64_t floats) const {
    Wanted moved = *this;
    return moved += floats;
  }
  Wanted& operator+=(int64_t floats) {
    at_ += static_cast<uintptr_t>(floats) * sizeof(float);
    return *this;
  }
  explicit operator bool() const { return at_ != 0; }

  /// Asks for the line in L1, to read or to write; in L2, which can wait for more lines. Always inlined: GCC takes a function that only
  /// asks for one without effect, and drops its calls.
  [[gnu::always_inline]] void ask_in_l1() const { __builtin_prefetch(reinterpret_cast<const void*>(at_), 0, 3); }
  [[gnu::always_inline]] void ask_to_write() const { __builtin_prefetch(reinterpret_cast<const void*>(at_), 1, 3); }
  [[gnu::always_inline]] void ask_in_l2() const { __builtin_prefetch(reinterpret_cast<const void*>(at_), 0, 2); }

 private:
  uintptr_t at_ = 0;
};

}  // namespace gearbox::kernels
