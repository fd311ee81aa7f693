#include "kernels/conv_panels.h"
#include "kernels/winograd.h"
#include "kernels/winograd_points.h"

namespace gearbox::kernels {
namespace winograd_pack {

// Row p holds the powers of point p over the product of its distances from the other points.
using winograd_points::kFar, winograd_points::kNear;
constexpr double kAtZero = kNear * kNear * kFar * kFar, kAtNear = 2 * kNear * kNear * (kNear * kNear - kFar * kFar),
                 kAtFar = 2 * kFar * kFar * (kFar * kFar - kNear * kNear);
constexpr double kFour[6][3] = {{1 / kAtZero, 0, 0},
                                {1 / kAtNear, kNear / kAtNear, kNear* kNear / kAtNear},
                                {1 / kAtNear, -kNear / kAtNear, kNear* kNear / kAtNear},
                                {1 / kAtFar, kFar / kAtFar, kFar* kFar / kAtFar},
                                {1 / kAtFar, -kFar / kAtFar, kFar* kFar / kAtFar},
                                {0, 0, 1}};
constexpr double kTwo[4][3] = {{1, 0, 0}, {.5, .5, .5}, {.5, -.5, .5}, {0, 0, 1}};

/// Point (y, x) of the transform of one 3x3 filter.
double transformed(const double (*matrix)[3], int64_t y, int64_t x, const float* filter) {
  double sum = 0;
  for (int64_t i = 0; i < 3; ++i) {
    for (int64_t j = 0; j < 3; ++j) sum += matrix[y][i] * matrix[x][j] * filter[i * 3 + j];
  }
  return sum;
}

}  // namespace winograd_pack

int64_t winograd_weights_size(int tile, int64_t in_channels, int64_t out_channels) {
  return panel_count(out_channels) * kPanel * in_channels * (tile + 2) * (tile + 2);
}

void pack_winograd_weights(int tile, int64_t in_channels, int64_t out_channels, const float* weights, float* packed) {
  // Panels of 16 outputs, each [transform point][input][16].
  const int64_t side = tile + 2;
  for (int64_t panel = 0; panel < panel_count(out_channels); ++panel) {
    for (int64_t point = 0; point < side * side; ++point) {
      for (int64_t i = 0; i < in_channels; ++i) {
        for (int64_t o = panel * kPanel; o < (panel + 1) * kPanel; ++o) {
          *packed++ = o < out_channels
                          ? static_cast<float>(winograd_pack::transformed(tile == 4 ? winograd_pack::kFour : winograd_pack::kTwo,
                                                                          point / side, point % side, weights + (o * in_channels + i) * 9))
                          : 0.f;
        }
      }
    }
  }
}

}  // namespace gearbox::kernels
