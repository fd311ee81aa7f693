#include "image.h"

#include <algorithm>

namespace ocr {

Image::Image(int columns, int rows, Colour colour) : width(columns), height(rows) {
  rgb.resize(3 * static_cast<size_t>(columns) * static_cast<size_t>(rows));
  for (size_t i = 0; i < rgb.size(); ++i) rgb[i] = colour[i % 3];
}

void blend(Image& image, int x, int y, Colour colour, int coverage) {
  if (!image.contains(x, y)) return;
  uint8_t* pixel = image.pixel(x, y);
  for (size_t c = 0; c < 3; ++c) pixel[c] = static_cast<uint8_t>((pixel[c] * (255 - coverage) + colour[c] * coverage + 127) / 255);
}

void frame(Image& image, const Box& box, Colour colour, int thickness) {
  for (int y = box.top - thickness; y < box.bottom + thickness; ++y) {
    for (int x = box.left - thickness; x < box.right + thickness; ++x) {
      const bool inside = x >= box.left && x < box.right && y >= box.top && y < box.bottom;
      if (!inside) blend(image, x, y, colour, 255);
    }
  }
}

void paste(Image& onto, const Image& picture, int left, int top) {
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const uint8_t* pixel = picture.pixel(x, y);
      blend(onto, left + x, top + y, {pixel[0], pixel[1], pixel[2]}, 255);
    }
  }
}

Image crop(const Image& image, const Box& box) {
  const int left = std::clamp(box.left, 0, image.width), right = std::clamp(box.right, left, image.width);
  const int top = std::clamp(box.top, 0, image.height), bottom = std::clamp(box.bottom, top, image.height);
  Image part(right - left, bottom - top, {});
  if (part.width == 0) return part;
  for (int y = 0; y < part.height; ++y) std::copy_n(image.pixel(left, top + y), 3 * part.width, part.pixel(0, y));
  return part;
}

}  // namespace ocr
