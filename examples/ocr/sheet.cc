#include "sheet.h"

#include <algorithm>
#include <numeric>

namespace ocr {

namespace {

constexpr int kMargin = 24, kTitle = 30, kShelfWidth = 1860;
constexpr Colour kBackground = {120, 128, 140}, kTitleColour = {255, 255, 255};
constexpr Colour kRight = {0, 140, 70}, kRightOnDark = {90, 230, 150}, kWrong = {210, 30, 30}, kWrongOnDark = {255, 110, 110};

/// Whether the page is dark around a box, judged by the pixel at its corner.
bool dark(const Image& image, const Box& box) {
  const uint8_t* pixel = image.pixel(box.left, box.top);
  return pixel[0] + pixel[1] + pixel[2] < 3 * 128;
}

/// The page with its frames and texts.
Image annotated(const ReadPage& read, const Typeface& typeface) {
  Image image = read.page->image;
  for (size_t i = 0; i < read.lines.size(); ++i) {
    const auto& [box, reading] = read.lines[i];
    const bool right = read.page->expected.empty() || reading.text == read.expected(i);
    const Colour colour = dark(image, box) ? (right ? kRightOnDark : kWrongOnDark) : (right ? kRight : kWrong);
    frame(image, box, colour, 2);
    const int size = std::clamp(box.height() / 3, 12, 24);
    typeface.draw(image, reading.text, size, box.left, box.bottom + 3 + size, colour);
  }
  return image;
}

struct Place {
  int left, top;
};

/// Shelves from the top, the tallest pages first.
std::vector<Place> places(const std::vector<ReadPage>& pages, int& width, int& height) {
  std::vector<size_t> order(pages.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return pages[a].page->image.height > pages[b].page->image.height; });
  std::vector<Place> found(pages.size());
  int left = kMargin, top = kMargin, shelf = 0;
  width = height = 0;
  for (const size_t i : order) {
    const Image& image = pages[i].page->image;
    if (left > kMargin && left + image.width + kMargin > kShelfWidth) {
      left = kMargin;
      top += shelf + kMargin;
      shelf = 0;
    }
    found[i] = {left, top + kTitle};
    shelf = std::max(shelf, image.height + kTitle);
    left += image.width + kMargin;
    width = std::max(width, left);
    height = top + shelf + kMargin;
  }
  return found;
}

}  // namespace

Image draw_sheet(const std::vector<ReadPage>& pages, const Typeface& typeface) {
  int width = 0, height = 0;
  const std::vector<Place> where = places(pages, width, height);
  Image sheet(width, height, kBackground);
  for (size_t i = 0; i < pages.size(); ++i) {
    const Image& image = pages[i].page->image;
    const std::string title = pages[i].page->name + "  " + std::to_string(image.width) + " x " + std::to_string(image.height);
    typeface.draw(sheet, title, 20, where[i].left, where[i].top - 8, kTitleColour);
    paste(sheet, annotated(pages[i], typeface), where[i].left, where[i].top);
  }
  return sheet;
}

}  // namespace ocr
