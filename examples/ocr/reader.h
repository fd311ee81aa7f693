#pragma once

#include <string>
#include <vector>

#include "ctc.h"
#include "sample_pages.h"
#include "session.h"

namespace ocr {

struct ReadLine {
  Box box;
  Reading reading;
};

/// A page and what was read from it, from the top.
struct ReadPage {
  const Page* page;
  std::vector<ReadLine> lines;

  /// The expected text of line `index`, empty where the page has fewer lines.
  std::string expected(size_t index) const;
  bool as_expected() const;
};

/// Detector at the page's size, then the recogniser on each box at its width.
gearbox::Result<ReadPage> read_page(Session& detector, Session& recogniser, const Alphabet& alphabet, const Page& page);

}  // namespace ocr
