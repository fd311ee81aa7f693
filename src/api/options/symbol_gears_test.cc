#include "api/options/symbol_gears.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "api/options/options_test_support.h"

namespace gearbox::options {
namespace {

const std::vector<InputDecl> kModel = {input("x", {"N", "L"}), input("y", {"L", "H, W", int64_t{3}}), unranked("u")};

std::string gears(const std::string& text) {
  ShapeWords words;
  words.gears = text;
  const auto options = parse_shape_options(words, kModel);
  return options.ok() ? text_of(options->gears) : options.status().message();
}

TEST(SymbolGears, AProductHasAllPairs) {
  EXPECT_EQ(gears("N=1,4,16; L=64,128"), "symbols x[0] x[1]+y[0]: 1,64; 1,128; 4,64; 4,128; 16,64; 16,128 (x[-1,-1] y[-1,-1,3])");
  EXPECT_EQ(gears("N=1,4"), "symbols x[0]: 1; 4 (x[-1,-1] y[-1,-1,3])");
  EXPECT_EQ(gears("N=8"), "symbols x[0]: 8 (x[-1,-1] y[-1,-1,3])");
}

TEST(SymbolGears, TuplesAreOneGearEach) {
  EXPECT_EQ(gears("N=1,L=64 | N=8,L=128"), "symbols x[0] x[1]+y[0]: 1,64; 8,128 (x[-1,-1] y[-1,-1,3])");
  EXPECT_EQ(gears("N=1,L=64 | L=128,N=8"), "symbols x[0] x[1]+y[0]: 1,64; 8,128 (x[-1,-1] y[-1,-1,3])");
  EXPECT_EQ(gears("N=1;L=64,96; | L=128,N=8"), "symbols x[0] x[1]+y[0]: 1,64; 1,96; 8,128 (x[-1,-1] y[-1,-1,3])");
}

TEST(SymbolGears, ShapesKeepWhatNoGearSets) {
  ShapeWords words;
  words.gears = R"("H, W"=8,16; N=2)";
  words.input_shape = "x:-1,1~64";
  const auto options = parse_shape_options(words, kModel);
  ASSERT_TRUE(options.ok()) << options.status().message();
  EXPECT_EQ(shapes_text(options->gears), "x[2,-1] y[-1,8,3]; x[2,-1] y[-1,16,3]");
  EXPECT_EQ(text_of(*options), "x[N,L] y[L,H, W,3] u[?] | N=0.. L=1..64 H, W=0.. | symbols y[1] x[0]: 8,2; 16,2 (x[-1,-1] y[-1,-1,3])");
}

TEST(SymbolGears, Problems) {
  EXPECT_EQ(gears("M=1,4"), "--gears: 'M' is not a symbol of the model (symbols: N, L, H, W)");
  EXPECT_EQ(gears("N=1,4;N=2"), "--gears: symbol 'N' is given twice");
  EXPECT_EQ(gears("N=1,4,1"), "--gears: gear 2 \"N=1\" repeats gear 0");
  EXPECT_EQ(gears("N=1,,4"), "--gears: N: a number is missing");
  EXPECT_EQ(gears("N=1..4"), "--gears: N: '1..4' is not a number");
  EXPECT_EQ(gears("N=-1,4"), "--gears: N: '-1' is negative");
  EXPECT_EQ(gears("N"), "--gears: 'N' is not NAME=VALUE,…");
  EXPECT_EQ(gears("N=1,L=64;N=8,L=128"),
            "--gears: 'N=1,L=64' sets several symbols; ';' separates the axes of a product, '|' separates gears");
  EXPECT_EQ(gears("N=1,L=64 | N=8"), "--gears: 'N=8' sets N; every gear sets N, L as the first does");
  EXPECT_EQ(gears("N=1 | | N=8"), "--gears: a part between '|' is empty");
  EXPECT_EQ(gears("N=1,L=64 | M=8,L=x | N=99999999999999999999,L=1"),
            "--gears has 2 problems\n"
            "  L: 'x' is not a number\n"
            "  N: '99999999999999999999' does not fit in 64 bits");
}

TEST(SymbolGears, LargeProductsAreCountedNotWritten) {
  std::string values = "0";
  for (int i = 1; i < 1000; ++i) values += "," + std::to_string(i);
  EXPECT_EQ(gears("N=" + values + ";L=" + values + ";\"H, W\"=" + values), "--gears: 1000000000 gears, at most 100 allowed (max_gears)");
}

TEST(SymbolGears, RangesAndGeOptionsAreHeldAgainstThem) {
  ShapeWords words;
  words.gears = "N=1,4; L=8,12";
  words.symbols = "L=:8,N=1..2";
  EXPECT_EQ(outcome(words, {input("x", {"N", "L"})}),
            "--gears has 4 problems\n"
            "  gear 1 \"N=1,L=12\": x[1] = 12, but 'L' is in 0..:8\n"
            "  gear 2 \"N=4,L=8\": x[0] = 4, but 'N' is in 1..2\n"
            "  gear 3 \"N=4,L=12\": x[0] = 4, but 'N' is in 1..2\n"
            "  gear 3 \"N=4,L=12\": x[1] = 12, but 'L' is in 0..:8");
  words.dynamic_dims = "1;2";
  EXPECT_EQ(outcome(words, {input("x", {"N", "L"})}), "--gears: cannot stand beside --dynamic_dims; give one of them");
}

class GearFile : public ::testing::Test {
 protected:
  void SetUp() override { path_ = std::filesystem::temp_directory_path() / ("gearbox_gears_" + std::to_string(::getpid()) + ".txt"); }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string read(const std::string& content) {
    std::ofstream(path_, std::ios::binary) << content;
    std::string out = gears("@" + path_.string());
    for (size_t at; (at = out.find(path_.string())) != std::string::npos;) out.replace(at, path_.string().size(), "FILE");
    return out;
  }
  std::filesystem::path path_;
};

TEST_F(GearFile, HasTuplesAndProductsALine) {
  EXPECT_EQ(read("# what we serve\nN=1,L=64\r\n\n  N=8; L=128,256  # large\nL=1,N=1|N=2,L=2"),
            "symbols x[0] x[1]+y[0]: 1,64; 8,128; 8,256; 1,1; 2,2 (x[-1,-1] y[-1,-1,3])");
}

TEST_F(GearFile, ProblemsNameTheLine) {
  EXPECT_EQ(read("N=1\n# none\nN=a\nM=4\n"),
            "--gears has 2 problems\n  FILE:3: N: 'a' is not a number\n  FILE:4: 'M' is not a symbol of the model (symbols: N, L, H, W)");
  EXPECT_EQ(read("# nothing\n"), "--gears: file 'FILE' holds no gear");
  EXPECT_EQ(read(std::string("N=1\n\0", 5)), "--gears: file 'FILE' is not a text: it holds a byte of zero");
  EXPECT_EQ(read("N=\x1b[31m\n"), "--gears: FILE:1: N: '\\x1b[31m' is not a number");
  EXPECT_EQ(read(std::string((size_t{1} << 20) + 1, '\n')), "--gears: file 'FILE' is longer than 1 MiB");
}

TEST_F(GearFile, MustBeAFile) {
  EXPECT_EQ(gears("@/no/such/gears.txt"), "--gears: file '/no/such/gears.txt' cannot be read");
  EXPECT_EQ(gears("@/"), "--gears: file '/' cannot be read");
  EXPECT_EQ(gears("@"), "--gears: file '' cannot be read");
}

}  // namespace
}  // namespace gearbox::options
