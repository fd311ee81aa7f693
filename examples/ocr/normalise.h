#pragma once

#include <array>
#include <vector>

#include "image.h"

namespace ocr {

/// What a model wants of pixel values: (value / 255 - mean) / deviation, by plane. The planes are blue, green, red, as PaddleOCR
/// trains its models.
struct Normalisation {
  std::array<float, 3> mean;
  std::array<float, 3> deviation;
};

/// The picture scaled to width x height (bilinear, pixel centres aligned) as three planes, one after the other: 3*height*width values.
std::vector<float> normalised_planes(const Image& image, int width, int height, const Normalisation& normalisation);

}  // namespace ocr
