#include "kernels/shuffle.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "kernels/layout.h"

namespace gearbox::kernels {
namespace shuffle_test {

void check(int64_t batch, int64_t channels, int64_t fh, int64_t fw, int64_t height, int64_t width) {
  const int64_t all = channels * fh * fw, pixels = height * width;
  std::vector<float> plain(static_cast<size_t>(batch * all * pixels)), blocked(static_cast<size_t>(blocked_size(batch, all, pixels)));
  for (size_t i = 0; i < plain.size(); ++i) plain[i] = static_cast<float>(i);
  ThreadPool pool(2);
  plain_to_blocked(batch, all, pixels, plain.data(), blocked.data(), pool);
  std::vector<float> out(plain.size(), std::numeric_limits<float>::quiet_NaN());
  shuffle_from_blocked(batch, channels, fh, fw, height, width, blocked.data(), out.data(), pool);
  for (int64_t n = 0; n < batch; ++n) {
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t y = 0; y < height * fh; ++y) {
        for (int64_t x = 0; x < width * fw; ++x) {
          const int64_t channel = (c * fh + y % fh) * fw + x % fw;
          ASSERT_EQ(out[static_cast<size_t>(((n * channels + c) * height * fh + y) * width * fw + x)],
                    plain[static_cast<size_t>((n * all + channel) * pixels + y / fh * width + x / fw)]);
        }
      }
    }
  }
}

TEST(Shuffle, MovesChannelsToPixels) {
  check(1, 1, 2, 2, 5, 7);
  check(2, 3, 2, 2, 1, 1);
  check(3, 2, 1, 3, 4, 5);
  check(1, 5, 3, 1, 2, 3);
  check(2, 1, 3, 3, 3, 2);
  check(1, 4, 1, 1, 6, 1);
  check(0, 1, 2, 2, 3, 3);
  check(1, 1, 2, 2, 0, 3);
}

}  // namespace shuffle_test
}  // namespace gearbox::kernels
