#pragma once

#include <span>
#include <vector>

#include "image.h"

namespace ocr {

/// How sure the detector must be, and how far a box grows. The defaults are PaddleOCR's.
struct BoxRules {
  float pixel_threshold = 0.3f;  ///< a pixel above it belongs to text
  float box_threshold = 0.6f;    ///< least mean probability of a box's pixels
  float growth = 1.5f;           ///< the map shows text shrunk: boxes grow by growth * area / perimeter on each side
  int least_extent = 3;          ///< smaller boxes are dropped
};

/// The upright boxes around connected text pixels of a probability map of height x width, in its pixels; in reading order.
/// Source: the post-processing of DB, "Real-time Scene Text Detection with Differentiable Binarization" (Liao et al., 2020), for
/// text without rotation.
std::vector<Box> text_boxes(std::span<const float> map, int width, int height, const BoxRules& rules);

/// Sorts boxes by lines from the top, and within a line from the left. Boxes are of one line where their middles differ by less than half
/// the smaller one's height.
void sort_in_reading_order(std::vector<Box>& boxes);

}  // namespace ocr
