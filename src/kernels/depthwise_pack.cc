#include "kernels/depthwise.h"
#include "kernels/layout.h"

namespace gearbox::kernels {

int64_t depthwise_weights_size(int64_t channels, int64_t kernel_h, int64_t kernel_w) {
  return channel_blocks(channels) * kBlock * kernel_h * kernel_w;
}

void pack_depthwise_weights(int64_t channels, int64_t kernel_h, int64_t kernel_w, const float* weights, float* packed) {
  const int64_t taps = kernel_h * kernel_w;
  for (int64_t block = 0; block < channel_blocks(channels); ++block) {
    for (int64_t tap = 0; tap < taps; ++tap) {
      for (int64_t lane = 0; lane < kBlock; ++lane) {
        const int64_t c = block * kBlock + lane;
        *packed++ = c < channels ? weights[c * taps + tap] : 0.f;
      }
    }
  }
}

}  // namespace gearbox::kernels
