#pragma once

#include "ctc.h"
#include "image.h"
#include "session.h"

namespace ocr {

/// Reads one line of text. The line is scaled to 48 pixels of height and keeps its proportions, so that nearly every line has a
/// width, hence a shape, of its own.
gearbox::Result<Reading> recognise(Session& recogniser, const Alphabet& alphabet, const Image& line);

}  // namespace ocr
