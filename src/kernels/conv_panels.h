#pragma once

#include <algorithm>
#include <cstdint>

namespace gearbox::kernels {

/// Output channels of one panel of packed dense weights.
inline constexpr int64_t kPanel = 16;

constexpr int64_t panel_count(int64_t outputs) { return (outputs + kPanel - 1) / kPanel; }

/// Packs one group's weights in panels of 16 outputs, inputs cut in blocks of `block`, each block ordered [tap][input][16 outputs].
/// `weight(output, input, tap)` gives the values; missing outputs are zero. Returns the end of what was written.
template <class Weight>
float* pack_panels(int64_t outputs, int64_t inputs, int64_t taps, int64_t block, const Weight& weight, float* to) {
  for (int64_t panel = 0; panel < outputs; panel += kPanel) {
    for (int64_t begin = 0; begin < inputs; begin += block) {
      for (int64_t tap = 0; tap < taps; ++tap) {
        for (int64_t i = begin; i < std::min(inputs, begin + block); ++i) {
          for (int64_t o = panel; o < panel + kPanel; ++o) *to++ = o < outputs ? weight(o, i, tap) : 0.f;
        }
      }
    }
  }
  return to;
}

}  // namespace gearbox::kernels
