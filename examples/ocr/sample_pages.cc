#include "sample_pages.h"

namespace ocr {

namespace {

struct Line {
  const char* text;
  int size;  ///< pixels per em
  int left, baseline;
};

struct Layout {
  const char* name;
  int width, height;
  Colour paper, ink;
  std::vector<Line> lines;
};

const std::vector<Layout>& layouts() {
  static const std::vector<Layout> all = {
      {"label", 320, 96, {255, 255, 255}, {20, 20, 20}, {{"Gearbox", 32, 16, 46}, {"320x96", 20, 200, 68}}},
      {"receipt",
       480,
       800,
       {252, 250, 242},
       {40, 36, 30},
       {{"Corner Bakery", 40, 60, 90},
        {"2 x rye bread", 26, 40, 190},
        {"7.80", 26, 370, 190},
        {"1 x apple tart", 26, 40, 270},
        {"12.50", 26, 370, 270},
        {"Total", 34, 40, 400},
        {"20.30", 34, 340, 400},
        {"Paid by card", 30, 40, 500},
        {"Thank you!", 48, 110, 680}}},
      {"banner", 800, 128, {20, 70, 60}, {240, 236, 220}, {{"Compiled once, read at five sizes", 42, 40, 74}}},
      {"screen",
       640,
       480,
       {24, 30, 40},
       {214, 222, 230},
       {{"Shapes change.", 44, 40, 90},
        {"Speed does not.", 44, 40, 180},
        {"compile once, run any size", 26, 40, 290},
        {"height = 480", 28, 40, 370},
        {"width = 640", 28, 400, 420}}},
      {"poster",
       1280,
       720,
       {236, 240, 246},
       {16, 44, 96},
       {{"DYNAMIC", 130, 80, 180},
        {"One package for every shape", 64, 80, 330},
        {"Every line below is as wide as its text, so each one is a new shape", 30, 80, 450},
        {"short", 30, 80, 540},
        {"a little longer", 30, 80, 620},
        {"1280 x 720", 72, 800, 630}}},
  };
  return all;
}

}  // namespace

std::vector<Page> draw_sample_pages(const Typeface& typeface) {
  std::vector<Page> pages;
  for (const Layout& layout : layouts()) {
    Page page{layout.name, Image(layout.width, layout.height, layout.paper), {}};
    for (const Line& line : layout.lines) {
      typeface.draw(page.image, line.text, line.size, line.left, line.baseline, layout.ink);
      page.expected.push_back(line.text);
    }
    pages.push_back(std::move(page));
  }
  return pages;
}

}  // namespace ocr
