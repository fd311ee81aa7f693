#include "normalise.h"

#include <algorithm>
#include <cmath>

namespace ocr {

namespace {

/// Where a target position lies between two source positions.
struct Between {
  int low, high;
  float share;  ///< weight of `high`
};

std::vector<Between> positions(int source, int target) {
  std::vector<Between> all(static_cast<size_t>(target));
  const float step = static_cast<float>(source) / static_cast<float>(target);
  for (int i = 0; i < target; ++i) {
    const float at = std::clamp((static_cast<float>(i) + 0.5f) * step - 0.5f, 0.0f, static_cast<float>(source - 1));
    const int low = static_cast<int>(at);
    all[static_cast<size_t>(i)] = {low, std::min(low + 1, source - 1), at - static_cast<float>(low)};
  }
  return all;
}

}  // namespace

std::vector<float> normalised_planes(const Image& image, int width, int height, const Normalisation& normalisation) {
  const size_t plane = static_cast<size_t>(width) * static_cast<size_t>(height);
  std::vector<float> planes(3 * plane);
  const std::vector<Between> columns = positions(image.width, width), rows = positions(image.height, height);
  size_t out = 0;
  for (const Between& y : rows) {
    for (const Between& x : columns) {
      for (size_t c = 0; c < 3; ++c) {
        const size_t channel = 2 - c;  // red, green, blue to blue, green, red
        const auto mix = [&](int row) {
          return static_cast<float>(image.pixel(x.low, row)[channel]) * (1 - x.share) +
                 static_cast<float>(image.pixel(x.high, row)[channel]) * x.share;
        };
        const float value = mix(y.low) * (1 - y.share) + mix(y.high) * y.share;
        planes[c * plane + out] = (value / 255 - normalisation.mean[c]) / normalisation.deviation[c];
      }
      ++out;
    }
  }
  return planes;
}

}  // namespace ocr
