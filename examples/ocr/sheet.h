#pragma once

#include <vector>

#include "reader.h"

namespace ocr {

/// All pages on one picture, at their sizes, each line framed and what was read written below it: green where it is the expected text,
/// red where it is not.
Image draw_sheet(const std::vector<ReadPage>& pages, const Typeface& typeface);

}  // namespace ocr
