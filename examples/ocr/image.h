#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ocr {

using Colour = std::array<uint8_t, 3>;  ///< red, green, blue

/// Pixels of a picture, rows from the top, three bytes each: red, green, blue.
struct Image {
  Image() = default;
  Image(int columns, int rows, Colour colour);

  uint8_t* pixel(int x, int y) { return rgb.data() + 3 * (static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)); }
  const uint8_t* pixel(int x, int y) const { return const_cast<Image*>(this)->pixel(x, y); }
  bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }

  int width = 0, height = 0;
  std::vector<uint8_t> rgb;
};

/// A rectangle of pixels; the right and bottom edges are outside.
struct Box {
  int left = 0, top = 0, right = 0, bottom = 0;
  int width() const { return right - left; }
  int height() const { return bottom - top; }
};

/// Mixes a colour over a pixel; coverage 255 replaces it. Pixels outside are left out.
void blend(Image& image, int x, int y, Colour colour, int coverage);
/// Draws the box's frame, `thickness` pixels wide, around its outside.
void frame(Image& image, const Box& box, Colour colour, int thickness);
/// Copies a picture into another one, cut at the edges.
void paste(Image& onto, const Image& picture, int left, int top);
/// The part of the picture inside the box, which is cut at the edges.
Image crop(const Image& image, const Box& box);

}  // namespace ocr
