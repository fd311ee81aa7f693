#pragma once

#include <vector>

#include "image.h"
#include "session.h"

namespace ocr {

/// The boxes of text in a picture, in its pixels and in reading order. The model runs at the picture's own size, rounded to multiples
/// of 32 (its strides multiply to that); its output is a map of probabilities.
gearbox::Result<std::vector<Box>> detect(Session& detector, const Image& image);

}  // namespace ocr
