#pragma once

#include <memory>
#include <string>

#include "base/status.h"
#include "image.h"

namespace ocr {

/// A font that draws lines of text. One thread at a time.
class Typeface {
 public:
  static gearbox::Result<Typeface> open(const std::string& path);

  /// Draws UTF-8 text; `left` and `baseline` in pixels, `size` in pixels per em. Returns the column after the last character.
  int draw(Image& image, const std::string& text, int size, int left, int baseline, Colour colour) const;

 private:
  struct Face;
  explicit Typeface(std::shared_ptr<Face> face) : face_(std::move(face)) {}
  std::shared_ptr<Face> face_;
};

}  // namespace ocr
