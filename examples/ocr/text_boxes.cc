#include "text_boxes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace ocr {

namespace {

/// Connected text pixels: the box around them and their probabilities added up.
struct Blob {
  Box box;
  double sum = 0;
  int pixels = 0;
};

/// Follows all eight neighbours from a pixel; marks what it visits.
Blob collect(std::span<const float> map, int width, int height, float threshold, int start, std::vector<bool>& seen) {
  Blob blob{{width, height, 0, 0}, 0, 0};
  std::vector<int> open = {start};
  seen[static_cast<size_t>(start)] = true;
  while (!open.empty()) {
    const int at = open.back();
    open.pop_back();
    const int x = at % width, y = at / width;
    blob.sum += static_cast<double>(map[static_cast<size_t>(at)]);
    ++blob.pixels;
    blob.box = {std::min(blob.box.left, x), std::min(blob.box.top, y), std::max(blob.box.right, x + 1), std::max(blob.box.bottom, y + 1)};
    for (int ny = std::max(y - 1, 0); ny <= std::min(y + 1, height - 1); ++ny) {
      for (int nx = std::max(x - 1, 0); nx <= std::min(x + 1, width - 1); ++nx) {
        const auto next = static_cast<size_t>(ny * width + nx);
        if (seen[next] || map[next] <= threshold) continue;
        seen[next] = true;
        open.push_back(static_cast<int>(next));
      }
    }
  }
  return blob;
}

Box grown(const Box& box, float growth, int width, int height) {
  const float area = static_cast<float>(box.width()) * static_cast<float>(box.height());
  const float perimeter = 2 * static_cast<float>(box.width() + box.height());
  const int by = static_cast<int>(std::lround(growth * area / perimeter));
  return {std::max(box.left - by, 0), std::max(box.top - by, 0), std::min(box.right + by, width), std::min(box.bottom + by, height)};
}

bool same_line(const Box& a, const Box& b) { return std::abs(a.top + a.bottom - b.top - b.bottom) < std::min(a.height(), b.height()); }

}  // namespace

std::vector<Box> text_boxes(std::span<const float> map, int width, int height, const BoxRules& rules) {
  std::vector<Box> boxes;
  std::vector<bool> seen(map.size(), false);
  for (int at = 0; at < width * height; ++at) {
    if (seen[static_cast<size_t>(at)] || map[static_cast<size_t>(at)] <= rules.pixel_threshold) continue;
    const Blob blob = collect(map, width, height, rules.pixel_threshold, at, seen);
    if (std::min(blob.box.width(), blob.box.height()) < rules.least_extent) continue;
    if (blob.sum < static_cast<double>(rules.box_threshold) * blob.pixels) continue;
    boxes.push_back(grown(blob.box, rules.growth, width, height));
  }
  sort_in_reading_order(boxes);
  return boxes;
}

void sort_in_reading_order(std::vector<Box>& boxes) {
  std::sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.top + a.bottom < b.top + b.bottom; });
  for (auto line = boxes.begin(); line != boxes.end();) {
    auto end = std::find_if(line, boxes.end(), [&](const Box& box) { return !same_line(*line, box); });
    std::sort(line, end, [](const Box& a, const Box& b) { return a.left < b.left; });
    line = end;
  }
}

}  // namespace ocr
