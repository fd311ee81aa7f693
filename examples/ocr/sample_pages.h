#pragma once

#include <string>
#include <vector>

#include "image.h"
#include "typeface.h"

namespace ocr {

/// A picture to read, and the text known to be in it, from the top. Without `expected` nothing is compared.
struct Page {
  std::string name;
  Image image;
  std::vector<std::string> expected;
};

/// Draws pages of very different sizes: no two lines of them need tensors of the same shape.
std::vector<Page> draw_sample_pages(const Typeface& typeface);

}  // namespace ocr
