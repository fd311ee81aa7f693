#include "kernels/shuffle.h"

#include <algorithm>

#include "kernels/layout.h"

namespace gearbox::kernels {
namespace shuffling {

/// One output row: of each pixel the `factor` channels from `first` on.
void run_row(const float* image, int64_t plane, int64_t first, int64_t factor, int64_t width, float* out) {
  for (int64_t x = 0; x < factor; ++x) {
    const float* from = image + (first + x) / kBlock * plane + (first + x) % kBlock;
    for (int64_t i = 0; i < width; ++i) out[i * factor + x] = from[i * kBlock];
  }
}

/// The same for two channels side by side in one block.
void run_pairs(const float* from, int64_t width, float* out) {
  for (int64_t i = 0; i < width; ++i) {
    out[2 * i] = from[i * kBlock];
    out[2 * i + 1] = from[i * kBlock + 1];
  }
}

}  // namespace shuffling

void shuffle_from_blocked(int64_t batch, int64_t channels, int64_t factor_h, int64_t factor_w, int64_t height, int64_t width,
                          const float* in, float* out, ThreadPool& pool) {
  const int64_t blocks = channel_blocks(channels * factor_h * factor_w), plane = height * width * kBlock, row = width * factor_w;
  if (row == 0 || height == 0) return;
  pool.parallel_for(batch * channels * height * factor_h, std::max<int64_t>(1, 4096 / row), [&](int64_t begin, int64_t end, int) {
    for (int64_t r = begin; r < end; ++r) {
      const int64_t y = r % (height * factor_h), c = r / (height * factor_h) % channels, n = r / (height * factor_h) / channels;
      const int64_t first = (c * factor_h + y % factor_h) * factor_w;
      const float* image = in + n * blocks * plane + y / factor_h * width * kBlock;
      if (factor_w == 2 && first % kBlock != kBlock - 1) {
        shuffling::run_pairs(image + first / kBlock * plane + first % kBlock, width, out + r * row);
      } else {
        shuffling::run_row(image, plane, first, factor_w, width, out + r * row);
      }
    }
  });
}

}  // namespace gearbox::kernels
