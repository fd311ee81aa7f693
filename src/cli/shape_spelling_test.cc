#include "cli/shape_spelling.h"

#include <gtest/gtest.h>

namespace gearbox::cli {
namespace {

std::string requests(const std::string& text) {
  const auto parsed = parse_input_shape(text);
  if (!parsed.ok()) return parsed.status().message();
  std::string out;
  for (const RequestShape& request : parsed.value()) out += (out.empty() ? "" : " | ") + trace_words(request);
  return out;
}

TEST(ShapeSpelling, AcceptsThreeSpellings) {
  EXPECT_EQ(requests("x:1,3,320,320"), "x=1x3x320x320");
  EXPECT_EQ(requests("x:1x3x320x320"), "x=1x3x320x320");
  EXPECT_EQ(requests("x:[1,3,320,320]"), "x=1x3x320x320");
  EXPECT_EQ(requests("x: [1, 3]"), "x=1x3");
}

TEST(ShapeSpelling, SeveralInputs) { EXPECT_EQ(requests("ids:1,7; mask:[1x7];t:scalar;u:[]"), "ids=1x7 mask=1x7 t=scalar u=scalar"); }

TEST(ShapeSpelling, NamesMayHoldColons) { EXPECT_EQ(requests("input:0:2,3"), "input:0=2x3"); }

TEST(ShapeSpelling, NamesInQuotesMayHoldAnyCharacter) {
  EXPECT_EQ(requests(R"("a;b":1,3; "c:d":2)"), "a;b=1x3 c:d=2");
  EXPECT_EQ(requests(R"("a {b}":{1,2})"), R"("a {b}"=1 | "a {b}"=2)");
  EXPECT_EQ(requests(R"("a:1)"), R"('"a:1' is not NAME:D0,D1,…)");
  EXPECT_EQ(requests(R"("a"b:1)"), R"('"a"b:1': '"a"b' goes on behind its closing quote)");
}

TEST(ShapeSpelling, ZeroIsAnExtent) { EXPECT_EQ(requests("x:0,4"), "x=0x4"); }

TEST(ShapeSpelling, NegativeExtentsAreLeftToTheModel) { EXPECT_EQ(requests("x:1,-3"), "x=1x-3"); }

TEST(ShapeSpelling, BracesGiveSeveralRequests) {
  EXPECT_EQ(requests("x:1,3,48,{160,320}"), "x=1x3x48x160 | x=1x3x48x320");
  EXPECT_EQ(requests("x:{1,2},{3,4}"), "x=1x3 | x=1x4 | x=2x3 | x=2x4");
}

TEST(ShapeSpelling, ErrorsQuoteTheWrongPart) {
  EXPECT_EQ(requests("1,3"), "'1,3' is not NAME:D0,D1,…");
  EXPECT_EQ(requests("x:1,3-"), "'x:1,3-': '3-' is not an extent");
  EXPECT_EQ(requests("x:1,,3"), "'x:1,,3': '' is not an extent");
  EXPECT_EQ(requests("x:[1,3"), "'x:[1,3': '[' and ']' do not pair");
  EXPECT_EQ(requests("x:{1,2"), "'x:{1,2': '{' and '}' do not pair");
  EXPECT_EQ(requests("x:1;x:2"), "'x:1;x:2': input 'x' is given twice");
  EXPECT_EQ(requests(" "), "' ' names no input: NAME:D0,D1,… expected");
  EXPECT_EQ(requests("x:1,9999999999999999999"), "'x:1,9999999999999999999': '9999999999999999999' is not an extent");
}

std::string flagged(std::vector<const char*> words) {
  std::string out;
  for (const std::string& word : flag_each_shape(words)) out += (out.empty() ? "" : " ") + word;
  return out;
}

TEST(ShapeSpelling, EachWordOfASpreadShapeGetsTheFlag) {
  EXPECT_EQ(flagged({"bench", "--input-shape", "x:1,2", "x:1,3", "x:1,4", "m.gbx"}),
            "bench --input-shape x:1,2 --input-shape x:1,3 --input-shape x:1,4 m.gbx");
  EXPECT_EQ(flagged({"--input-shape=x:1,2", "x:1,3", "--threads", "2"}), "--input-shape=x:1,2 --input-shape x:1,3 --threads 2");
  EXPECT_EQ(flagged({"run", "m.gbx", "--input-shape", "x:1"}), "run m.gbx --input-shape x:1");
  EXPECT_EQ(flagged({"run", "x:1", "--input-shape"}), "run x:1 --input-shape");
}

TEST(ShapeSpelling, ExtentsForPeople) {
  EXPECT_EQ(extents_text(std::vector<int64_t>{1, 3}), "1×3");
  EXPECT_EQ(extents_text(std::span<const int64_t>()), "scalar");
}

}  // namespace
}  // namespace gearbox::cli
