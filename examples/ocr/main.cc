#include <CLI/CLI.hpp>
#include <cstdio>

#include "detector.h"
#include "normalise.h"
#include "png_file.h"
#include "report.h"
#include "sheet.h"

namespace ocr {

namespace {

struct Options {
  std::string detector, recogniser, keys;
  std::string any_model;
  std::string font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
  std::string sheet = "ocr.png";
  std::vector<std::string> pictures;
  SessionOptions session;
};

gearbox::Result<std::vector<Page>> pages_of(const Options& options, const Typeface& typeface) {
  if (options.pictures.empty()) return draw_sample_pages(typeface);
  std::vector<Page> pages;
  for (const std::string& path : options.pictures) {
    GBX_ASSIGN_OR_RETURN(Image image, read_png(path));
    pages.push_back({path.substr(path.rfind('/') + 1), std::move(image), {}});
  }
  return pages;
}

void print_tables(const std::vector<NamedSession>& sessions) {
  std::printf("Latency of each shape (the first run plans its memory)\n%s\n", latency_report(sessions).c_str());
  const std::string dispatch = dispatch_report(sessions);
  if (!dispatch.empty()) std::printf("Which way the runs went\n%s\n", dispatch.c_str());
  std::printf("Symbols\n%s\n", symbol_report(sessions).c_str());
}

/// Whether all text was read as it was drawn.
gearbox::Result<bool> read_all(const Options& options, const std::vector<Page>& pages, const Typeface& typeface) {
  GBX_ASSIGN_OR_RETURN(Session detector, Session::open(options.detector, options.session));
  GBX_ASSIGN_OR_RETURN(Session recogniser, Session::open(options.recogniser, options.session));
  GBX_ASSIGN_OR_RETURN(const Alphabet alphabet, Alphabet::read(options.keys));
  std::vector<ReadPage> read;
  bool right = true;
  for (const Page& page : pages) {
    GBX_ASSIGN_OR_RETURN(ReadPage lines, read_page(detector, recogniser, alphabet, page));
    right = right && lines.as_expected();
    read.push_back(std::move(lines));
  }
  std::printf("Text\n%s\n", text_report(read).c_str());
  print_tables({{"detector", &detector}, {"recogniser", &recogniser}});
  GBX_RETURN_IF_ERROR(write_png(draw_sheet(read, typeface), options.sheet));
  std::printf("Annotated pages: %s\n", options.sheet.c_str());
  return right;
}

/// Runs a model of pictures at every page's size, for want of the two that read text.
gearbox::Status run_at_all_sizes(const Options& options, const std::vector<Page>& pages) {
  GBX_ASSIGN_OR_RETURN(Session session, Session::open(options.any_model, options.session));
  for (const Page& page : pages) {
    const int width = page.image.width, height = page.image.height;
    const Normalisation plain = {{0, 0, 0}, {1, 1, 1}};
    GBX_RETURN_IF_ERROR(session.run(normalised_planes(page.image, width, height, plain), {1, 3, height, width}).status());
  }
  std::printf("No text is read: that takes the detector and the recogniser of PP-OCR.\n\n");
  print_tables({{"model", &session}});
  return {};
}

gearbox::Result<bool> run(const Options& options) {
  GBX_ASSIGN_OR_RETURN(const Typeface typeface, Typeface::open(options.font));
  GBX_ASSIGN_OR_RETURN(const std::vector<Page> pages, pages_of(options, typeface));
  if (options.any_model.empty()) return read_all(options, pages, typeface);
  GBX_RETURN_IF_ERROR(run_at_all_sizes(options, pages));
  return true;
}

}  // namespace

}  // namespace ocr

int main(int argc, char** argv) {
  ocr::Options options;
  CLI::App app("Reads lines of text from pictures of any size with two packages compiled from PP-OCR.");
  auto* detector = app.add_option("--detector", options.detector, "Package of the detector (.gbx)")->check(CLI::ExistingFile);
  auto* recogniser = app.add_option("--recogniser", options.recogniser, "Package of the recogniser (.gbx)")->check(CLI::ExistingFile);
  auto* keys = app.add_option("--keys", options.keys, "The recogniser's characters, one a line")->check(CLI::ExistingFile);
  auto* any = app.add_option("--any-model", options.any_model, "Instead: one package that takes 1x3xHxW, run at every picture's size");
  for (auto* option : {detector, recogniser, keys}) option->excludes(any);
  app.add_option("--font", options.font, "The font to draw with")->capture_default_str();
  app.add_option("--sheet", options.sheet, "Where to leave the annotated picture (.png)")->capture_default_str();
  app.add_option("--threads", options.session.threads, "Threads of each model")->capture_default_str();
  app.add_option("--repeat", options.session.repeat, "Further runs of each input, to measure")->capture_default_str();
  app.add_option("pictures", options.pictures, "Pictures to read (.png); without any, the example draws its own")->check(CLI::ExistingFile);
  CLI11_PARSE(app, argc, argv);
  if (options.any_model.empty() && (options.detector.empty() || options.recogniser.empty() || options.keys.empty())) {
    std::fprintf(stderr, "ocr: --detector, --recogniser and --keys are all needed (scripts/demo makes them)\n");
    return 2;
  }
  const gearbox::Result<bool> right = ocr::run(options);
  std::fflush(stdout);
  if (!right.ok()) {
    std::fprintf(stderr, "ocr: %s\n", right.status().text().c_str());
    return 1;
  }
  if (!*right) std::fprintf(stderr, "ocr: some text was not read as it was drawn\n");
  return *right ? 0 : 1;
}
