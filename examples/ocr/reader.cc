#include "reader.h"

#include "detector.h"
#include "recogniser.h"

namespace ocr {

std::string ReadPage::expected(size_t index) const { return index < page->expected.size() ? page->expected[index] : ""; }

bool ReadPage::as_expected() const {
  if (page->expected.empty()) return true;
  if (lines.size() != page->expected.size()) return false;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].reading.text != page->expected[i]) return false;
  }
  return true;
}

gearbox::Result<ReadPage> read_page(Session& detector, Session& recogniser, const Alphabet& alphabet, const Page& page) {
  ReadPage read{&page, {}};
  GBX_ASSIGN_OR_RETURN(const std::vector<Box> boxes, detect(detector, page.image));
  for (const Box& box : boxes) {
    const Image line = crop(page.image, box);
    if (line.width == 0 || line.height == 0) continue;
    GBX_ASSIGN_OR_RETURN(Reading reading, recognise(recogniser, alphabet, line));
    read.lines.push_back({box, std::move(reading)});
  }
  return read;
}

}  // namespace ocr
