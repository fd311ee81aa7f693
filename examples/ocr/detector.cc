#include "detector.h"

#include <algorithm>

#include "normalise.h"
#include "text_boxes.h"

namespace ocr {

namespace {

constexpr Normalisation kNormalisation = {{0.485f, 0.456f, 0.406f}, {0.229f, 0.224f, 0.225f}};
constexpr int kStride = 32;

int rounded(int extent) { return std::max((extent + kStride / 2) / kStride, 1) * kStride; }

}  // namespace

gearbox::Result<std::vector<Box>> detect(Session& detector, const Image& image) {
  const int width = rounded(image.width), height = rounded(image.height);
  GBX_ASSIGN_OR_RETURN(const gearbox::Tensor map,
                       detector.run(normalised_planes(image, width, height, kNormalisation), {1, 3, height, width}));
  if (map.elements() != static_cast<int64_t>(width) * height) {
    return gearbox::invalid_argument(detector.path() + ": a detector gives one probability a pixel; this model does not");
  }
  std::vector<Box> boxes = text_boxes({map.as<float>(), static_cast<size_t>(map.elements())}, width, height, {});
  for (Box& box : boxes) {
    box = {box.left * image.width / width, box.top * image.height / height, box.right * image.width / width,
           box.bottom * image.height / height};
  }
  return boxes;
}

}  // namespace ocr
