#include <gtest/gtest.h>

#include <algorithm>

#include "api/options/ge_keys.h"
#include "api/options/options_test_support.h"

namespace gearbox::options {
namespace {

/// What GE's users write: input_shape and one of the gear options.
struct Words {
  std::string shape = "", batch = "", image = "", dims = "", format = "";
};

ShapeWords words_of(const Words& w) {
  ShapeWords out;
  if (!w.shape.empty()) out.input_shape = w.shape;
  if (!w.batch.empty()) out.dynamic_batch_size = w.batch;
  if (!w.image.empty()) out.dynamic_image_size = w.image;
  if (!w.dims.empty()) out.dynamic_dims = w.dims;
  if (!w.format.empty()) out.input_format = w.format;
  return out;
}

/// The gear table in one line, or the message.
std::string gears(const Words& w, const std::vector<InputDecl>& model) {
  const auto options = parse_shape_options(words_of(w), model);
  return options.ok() ? text_of(options->gears) : options.status().message();
}

std::string shapes(const Words& w, const std::vector<InputDecl>& model) {
  const auto options = parse_shape_options(words_of(w), model);
  return options.ok() ? shapes_text(options->gears) : options.status().message();
}

std::string distinct(int count) {
  std::string out;
  for (int i = 1; i <= count; ++i) out += (i > 1 ? ";" : "") + std::to_string(i);
  return out;
}

constexpr int64_t k3 = 3;
const std::vector<InputDecl> kConv = {input("x", {"N", k3, int64_t{32}, int64_t{32}})};
const std::vector<InputDecl> kImage = {input("x", {int64_t{1}, k3, "H", "W"})};
const std::vector<InputDecl> kImageLast = {input("x", {int64_t{1}, "H", "W", k3})};
const std::vector<InputDecl> kThree = {input("data", {int64_t{1}, int64_t{1}, int64_t{40}, "a"}), input("label", {int64_t{1}, "b"}),
                                       input("mask", {"c", "d"})};
const std::vector<InputDecl> kVector = {input("x", {"N"})};
const std::vector<InputDecl> kMatrix = {input("x", {"N", "L"})};
const std::vector<InputDecl> kPair = {input("a", {"N", int64_t{4}}), input("b", {"M", int64_t{4}})};

TEST(GearOptions, Acceptance001_BatchGearsInOrder) {
  EXPECT_EQ(gears({.shape = "x:-1,3,32,32", .batch = "1,2,4"}, kConv), "batch x[0]: 1; 2; 4 (x[-1,3,32,32])");
}

TEST(GearOptions, Acceptance001_AFixedBatchIsOpened) {
  EXPECT_EQ(gears({.shape = "x:-1,3", .batch = "1,2,4"}, {input("x", {int64_t{1}, k3})}), "batch x[0]: 1; 2; 4 (x[-1,3])");
}

TEST(GearOptions, Acceptance002_ImageGears) {
  EXPECT_EQ(gears({.shape = "x:1,3,-1,-1", .image = "32,32;48,64", .format = "NCHW"}, kImage),
            "image x[2] x[3]: 32,32; 48,64 (x[1,3,-1,-1])");
  EXPECT_EQ(gears({.shape = "x:1,3,-1,-1", .image = "32,32;48,64"}, kImage), "image x[2] x[3]: 32,32; 48,64 (x[1,3,-1,-1])");
}

TEST(GearOptions, Acceptance003_TheLayoutSaysWhereHeightAndWidthAre) {
  EXPECT_EQ(gears({.shape = "x:1,-1,-1,3", .image = "32,32;48,64", .format = "NHWC"}, kImageLast),
            "image x[1] x[2]: 32,32; 48,64 (x[1,-1,-1,3])");
  EXPECT_EQ(gears({.shape = "x:1,-1,-1,3", .image = "32,32;48,64", .format = "NCHW"}, kImageLast),
            "--input_shape: x[1], x[2] are -1; --dynamic_image_size sets height and width, with NCHW axes 2 and 3");
}

TEST(GearOptions, Acceptance004_OtherLayoutsAreRefused) {
  EXPECT_EQ(gears({.shape = "x:1,3,-1,-1", .image = "32,32;48,64", .format = "ND"}, kImage),
            "--input_format: 'ND' has no height and width; --dynamic_image_size needs NCHW or NHWC");
  EXPECT_EQ(gears({.shape = "x:1,3,-1,-1", .image = "32,32;48,64", .format = "NCWH"}, kImage),
            "--input_format: 'NCWH' is not a layout (NCHW, NHWC, ND)");
  EXPECT_EQ(gears({.shape = "x:-1", .batch = "1,2", .format = "ND"}, kVector), "batch x[0]: 1; 2 (x[-1])");
}

TEST(GearOptions, Acceptance005_DimsAreCutInTheOrderOfInputShape) {
  const Words words = {.shape = "data:1,1,40,-1;label:1,-1;mask:-1,-1", .dims = "20,20,1,1;40,40,2,2;80,60,4,4"};
  EXPECT_EQ(gears(words, kThree),
            "dims data[3] label[1] mask[0] mask[1]: 20,20,1,1; 40,40,2,2; 80,60,4,4 (data[1,1,40,-1] label[1,-1] mask[-1,-1])");
  EXPECT_EQ(shapes(words, kThree),
            "data[1,1,40,20] label[1,20] mask[1,1]; data[1,1,40,40] label[1,40] mask[2,2]; data[1,1,40,80] label[1,60] mask[4,4]");
}

TEST(GearOptions, Acceptance006_BatchAndDimsExclude) {
  EXPECT_EQ(gears({.shape = "x:-1", .batch = "1,2", .dims = "1;2"}, kVector),
            "--dynamic_dims: cannot stand beside --dynamic_batch_size; give one of them");
}

TEST(GearOptions, Acceptance007_AllOthersExcludeToo) {
  EXPECT_EQ(gears({.shape = "x:1,3,-1,-1", .batch = "1,2", .image = "1,2;3,4"}, kImage),
            "--dynamic_image_size: cannot stand beside --dynamic_batch_size; give one of them");
  EXPECT_EQ(gears({.shape = "x:1,3,-1,-1", .image = "1,2;3,4", .dims = "1,2;3,4"}, kImage),
            "--dynamic_dims: cannot stand beside --dynamic_image_size; give one of them");
}

TEST(GearOptions, Acceptance008_NoRangeWithGears) {
  EXPECT_EQ(gears({.shape = "x:1~10", .batch = "1,2"}, kVector),
            "--input_shape: x[0]: no range with gears; write -1, --dynamic_batch_size gives the values");
  EXPECT_EQ(gears({.shape = "x:1~10,-1", .dims = "1;2"}, kMatrix),
            "--input_shape: x[0]: no range with gears; write -1, --dynamic_dims gives the values");
}

TEST(GearOptions, Acceptance009_GearsNeedInputShape) {
  EXPECT_EQ(gears({.batch = "1,2"}, kVector), "--dynamic_batch_size: needs --input_shape with -1 at each axis that the gears set");
  EXPECT_EQ(gears({.shape = " ", .dims = "1;2"}, kVector), "--dynamic_dims: needs --input_shape with -1 at each axis that the gears set");
}

TEST(GearOptions, Acceptance010_OneGearIsTooFew) {
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "4"}, kVector),
            "--dynamic_dims: 1 gear, at least 2 expected; for one shape write its extents into --input_shape");
}

TEST(GearOptions, Acceptance011_AHundredGearsAtMostByDefault) {
  EXPECT_EQ(gears({.shape = "x:-1", .dims = distinct(101)}, kVector), "--dynamic_dims: 101 gears, at most 100 allowed (max_gears)");
  const auto most = parse_shape_options(words_of({.shape = "x:-1", .dims = distinct(100)}), kVector);
  ASSERT_TRUE(most.ok()) << most.status().message();
  EXPECT_EQ(most->gears.rows.size(), 100u);
  ShapeWords more = words_of({.shape = "x:-1", .dims = distinct(101)});
  more.max_gears = 101;
  EXPECT_TRUE(parse_shape_options(more, kVector).ok());
}

TEST(GearOptions, Acceptance012_UnequalWidthsAreRefused) {
  EXPECT_EQ(gears({.shape = "x:-1,-1", .dims = "4,4;4"}, kMatrix), "--dynamic_dims: gear 1 \"4\": 1 value, 2 expected (x[0], x[1])");
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "4,4;4"}, kVector), "--dynamic_dims: gear 0 \"4,4\": 2 values, 1 expected (x[0])");
}

TEST(GearOptions, Acceptance013_WidthIsTheNumberOfOpenAxes) {
  EXPECT_EQ(gears({.shape = "x:-1,-1", .dims = "4,4,4;8,8,8"}, kMatrix),
            "--dynamic_dims has 2 problems\n"
            "  gear 0 \"4,4,4\": 3 values, 2 expected (x[0], x[1])\n"
            "  gear 1 \"8,8,8\": 3 values, 2 expected (x[0], x[1])");
}

TEST(GearOptions, Acceptance014_DuplicateGearsAreNamed) {
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "2;4;2"}, kVector), "--dynamic_dims: gear 2 \"2\" repeats gear 0");
  EXPECT_EQ(gears({.shape = "x:-1", .batch = "2,4,02"}, kVector), "--dynamic_batch_size: gear 2 \"02\" repeats gear 0");
}

TEST(GearOptions, Acceptance015_NegativeValues) {
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "2;-4"}, kVector), "--dynamic_dims: gear 1 \"-4\": '-4' is negative");
}

TEST(GearOptions, Acceptance016_OnlyWholeNumbers) {
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "2;a"}, kVector), "--dynamic_dims: gear 1 \"a\": 'a' is not a number");
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "2;4.5"}, kVector), "--dynamic_dims: gear 1 \"4.5\": '4.5' is not a whole number");
}

TEST(GearOptions, Acceptance017_NumbersBeyond64BitsAreRefused) {
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "2;99999999999999999999"}, kVector),
            "--dynamic_dims: gear 1 \"99999999999999999999\": '99999999999999999999' does not fit in 64 bits");
}

TEST(GearOptions, Acceptance018_ExtentsHave64Bits) {
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "2;3000000000"}, kVector), "dims x[0]: 2; 3000000000 (x[-1])");
}

TEST(GearOptions, Acceptance019_ZeroIsAGear) {
  const Words words = {.shape = "x:-1,4", .dims = "0;4"};
  EXPECT_EQ(gears(words, {input("x", {"N", int64_t{4}})}), "dims x[0]: 0; 4 (x[-1,4])");
  EXPECT_EQ(shapes(words, {input("x", {"N", int64_t{4}})}), "x[0,4]; x[4,4]");
}

TEST(GearOptions, Acceptance020_AnEmptyOptionIsNone) {
  ShapeWords words = words_of({.shape = "x:-1", .dims = "1;2"});
  words.dynamic_batch_size = "";
  EXPECT_EQ(outcome(words, kVector), "x[N] | N=0.. | dims x[0]: 1; 2 (x[-1])");
  EXPECT_EQ(gears({.shape = "x:-1", .batch = "1,"}, kVector),
            "--dynamic_batch_size: 1 gear, at least 2 expected; for one shape write its extents into --input_shape");
  EXPECT_EQ(gears({.shape = "x:-1", .batch = "1,2,"}, kVector), "batch x[0]: 1; 2 (x[-1])");
}

TEST(GearOptions, Acceptance020_AnEmptyOptionAloneIsAMistake) {
  EXPECT_EQ(gears({.shape = "x:-1", .dims = " "}, kVector), "--dynamic_dims: is empty; leave it out where there are no gears");
}

TEST(GearOptions, Acceptance021_OneSemicolonMayEndTheText) {
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "4;8;"}, kVector), "dims x[0]: 4; 8 (x[-1])");
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "4;8;;"}, kVector), "--dynamic_dims: gear 2 \"\": a number is missing");
}

TEST(GearOptions, Acceptance022_EmptyTokensAreRefused) {
  EXPECT_EQ(gears({.shape = "x:-1", .batch = "1,,2"}, kVector), "--dynamic_batch_size: gear 1 \"\": a number is missing");
  EXPECT_EQ(gears({.shape = "x:-1", .batch = "1,2,,"}, kVector), "--dynamic_batch_size: gear 2 \"\": a number is missing");
  EXPECT_EQ(gears({.shape = "x:-1,-1", .dims = "1,;2,2"}, kMatrix), "--dynamic_dims: gear 0 \"1,\": a number is missing");
}

TEST(GearOptions, Acceptance023_OnlyInputsCanBeListed) {
  EXPECT_EQ(gears({.shape = "y:-1", .dims = "1;2"}, kVector), "--input_shape: 'y' is not an input of the model (inputs: x)");
  EXPECT_EQ(gears({.shape = "Relu_3:-1", .dims = "1;2"}, kVector), "--input_shape: 'Relu_3' is not an input of the model (inputs: x)");
}

TEST(GearOptions, Acceptance024_AnInputIsListedOnce) {
  EXPECT_EQ(gears({.shape = "a:-1,4;a:-1,4", .dims = "1,1;2,2"}, kPair), "--input_shape: input 'a' is given twice");
}

TEST(GearOptions, Acceptance025_BatchSetsTheBatchAxisOnly) {
  EXPECT_EQ(gears({.shape = "x:-1,-1", .batch = "1,2"}, kMatrix),
            "--input_shape: x[0], x[1] are -1; --dynamic_batch_size sets only the batch axis, axis 0");
}

TEST(GearOptions, Acceptance026_AnotherAxisIsRefusedBesideAValidInput) {
  EXPECT_EQ(gears({.shape = "x:3,-1", .batch = "1,2"}, kMatrix),
            "--input_shape: x[1] is -1; --dynamic_batch_size sets only the batch axis, axis 0");
  EXPECT_EQ(gears({.shape = "x:3,-1;y:-1", .batch = "1,2"}, {input("x", {"N", "L"}), input("y", {"M"})}),
            "--input_shape: x[1] is -1; --dynamic_batch_size sets only the batch axis, axis 0");
}

TEST(GearOptions, Acceptance027_GearsNeedAnOpenAxis) {
  EXPECT_EQ(gears({.shape = "x:4", .batch = "1,2"}, kVector), "--input_shape: no axis is -1, --dynamic_batch_size has nothing to set");
  EXPECT_EQ(gears({.shape = "x:1,3,8,8", .image = "1,2;3,4"}, kImage),
            "--input_shape: no axis is -1, --dynamic_image_size has nothing to set");
  EXPECT_EQ(gears({.shape = "x:4", .dims = "1;2"}, kVector), "--input_shape: no axis is -1, --dynamic_dims has nothing to set");
}

TEST(GearOptions, Acceptance028_ImagesHaveRankFour) {
  EXPECT_EQ(gears({.shape = "x:3,-1,-1", .image = "1,2;3,4"}, {input("x", {k3, "H", "W"})}),
            "--input_shape: x[1], x[2] are -1, but input 'x' has rank 3; --dynamic_image_size sets inputs of rank 4");
  EXPECT_EQ(gears({.shape = "x:1,3,-1,-1;info:1,2", .image = "1,2;3,4"}, {kImage[0], input("info", {int64_t{1}, int64_t{2}})}),
            "image x[2] x[3]: 1,2; 3,4 (x[1,3,-1,-1] info[1,2])");
  EXPECT_EQ(gears({.shape = "x:1,3,-1,64", .image = "1,2;3,4"}, kImage),
            "--input_shape: x[2] is -1; --dynamic_image_size sets height and width, with NCHW axes 2 and 3");
}

TEST(GearOptions, Acceptance029_AnImageGearHasTwoValues) {
  EXPECT_EQ(gears({.shape = "x:1,3,-1,-1", .image = "32;48"}, kImage),
            "--dynamic_image_size has 2 problems\n"
            "  gear 0 \"32\": 1 value, 2 expected (height, width)\n"
            "  gear 1 \"48\": 1 value, 2 expected (height, width)");
  EXPECT_EQ(gears({.shape = "x:1,3,-1,-1", .image = "1,2,3;4,5,6"}, kImage),
            "--dynamic_image_size has 2 problems\n"
            "  gear 0 \"1,2,3\": 3 values, 2 expected (height, width)\n"
            "  gear 1 \"4,5,6\": 3 values, 2 expected (height, width)");
}

TEST(GearOptions, Acceptance030_OpenAxesWithoutGearsAreDynamic) {
  EXPECT_EQ(outcome(words_of({.shape = "x:-1"}), kVector), "x[N] | N=0..");
}

TEST(GearOptions, Acceptance031_RangesWithoutGearsAreBounds) {
  const std::vector<InputDecl> model = {input("x", {"N", int64_t{16}})};
  const auto options = parse_shape_options(words_of({.shape = "x:1~8,16"}), model);
  ASSERT_TRUE(options.ok()) << options.status().message();
  EXPECT_EQ(text_of(*options), "x[N,16] | N=1..8");
  EXPECT_FALSE(options->symbols[0].admits(9));
  EXPECT_TRUE(options->symbols[0].admits(8));
}

TEST(GearOptions, Acceptance032_FixedZeroAndUnknownRankAreRefused) {
  EXPECT_EQ(outcome(words_of({.shape = "x:0,4"}), kMatrix),
            "--input_shape: x[0]: 0 given, a fixed extent must be positive, as in GE; a range such as '0~8' admits empty tensors");
  EXPECT_EQ(gears({.shape = "x:-2,4", .dims = "1;2"}, kMatrix),
            "--input_shape: x[0]: '-2' (unknown rank) is not supported; write each axis, -1 for an open one");
}

TEST(GearOptions, Acceptance033_ScalarsStandBesideEveryKindOfGear) {
  const std::vector<InputDecl> model = {kImage[0], input("b", {})}, batch = {kVector[0], input("b", {})};
  EXPECT_EQ(gears({.shape = "x:-1;b:", .batch = "1,2"}, batch), "batch x[0]: 1; 2 (x[-1] b[])");
  EXPECT_EQ(gears({.shape = "x:1,3,-1,-1;b:", .image = "1,2;3,4"}, model), "image x[2] x[3]: 1,2; 3,4 (x[1,3,-1,-1] b[])");
  EXPECT_EQ(gears({.shape = "b:;x:-1", .dims = "1;2"}, batch), "dims x[0]: 1; 2 (b[] x[-1])");
}

TEST(GearOptions, Acceptance034_StaticInputsMayBeLeftOut) {
  const std::vector<InputDecl> model = {kVector[0], input("w", {int64_t{2}, k3})};
  EXPECT_EQ(gears({.shape = "x:-1;w:2,3", .dims = "1;2"}, model), "dims x[0]: 1; 2 (x[-1] w[2,3])");
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "1;2"}, model), "dims x[0]: 1; 2 (x[-1])");
}

TEST(GearOptions, Acceptance035_DimsNeedsEveryOpenInput) {
  EXPECT_EQ(gears({.shape = "a:-1,4", .dims = "1;2"}, kPair),
            "--input_shape: b[0] is open in the model and not listed; with --dynamic_dims list input 'b'");
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "1;2"}, {kVector[0], unranked("u")}),
            "--input_shape: input 'u' is not listed, and the model gives no rank for it");
}

TEST(GearOptions, Acceptance036_BatchIncludesUnlistedInputs) {
  EXPECT_EQ(gears({.shape = "a:-1,4", .batch = "1,2"}, kPair), "batch a[0]+b[0]: 1; 2 (a[-1,4] b[-1,4])");
  EXPECT_EQ(gears({.shape = "a:-1,4", .batch = "1,2"}, {kPair[0], input("b", {"M", "L"})}),
            "--input_shape: b[0], b[1] are open in the model and not listed; --dynamic_batch_size sets only the batch axis, axis 0");
  EXPECT_EQ(gears({.shape = "x:1,3,-1,-1", .image = "1,2;3,4"}, {kImage[0], input("y", {int64_t{1}, int64_t{1}, "h", "w"})}),
            "image x[2]+y[2] x[3]+y[3]: 1,2; 3,4 (x[1,3,-1,-1] y[1,1,-1,-1])");
}

TEST(GearOptions, Acceptance037_NamesMayHoldColons) {
  EXPECT_EQ(gears({.shape = "scope/x:0:-1,4", .dims = "1;2"}, {input("scope/x:0", {"N", int64_t{4}})}),
            "dims scope/x:0[0]: 1; 2 (scope/x:0[-1,4])");
}

TEST(GearOptions, Acceptance038_BlanksStandAroundNotInside) {
  EXPECT_EQ(gears({.shape = " x : -1 , -1 ", .dims = " 1 , 2 ; 3 , 4 ; "}, kMatrix), "dims x[0] x[1]: 1,2; 3,4 (x[-1,-1])");
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "1 0;2"}, kVector), "--dynamic_dims: gear 0 \"1 0\": '1 0' has a blank inside");
}

TEST(GearOptions, Acceptance039_TheUsersOrderIsKept) {
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "8;1;4"}, kVector), "dims x[0]: 8; 1; 4 (x[-1])");
  EXPECT_EQ(gears({.shape = "x:-1", .batch = "8,1,4"}, kVector), "batch x[0]: 8; 1; 4 (x[-1])");
}

TEST(GearOptions, Acceptance040_RankAndFixedExtentsAgreeWithTheModel) {
  EXPECT_EQ(gears({.shape = "x:-1", .dims = "1;2"}, kMatrix), "--input_shape: input 'x' has rank 2 in the model, 1 extent is given");
  EXPECT_EQ(gears({.shape = "x:-1,5,32,32", .batch = "1,2"}, kConv), "--input_shape: x[1]: 5 given, the model fixes it at 3");
}

TEST(GearOptions, Acceptance041_AGearsSizeFitsIn64Bits) {
  EXPECT_EQ(gears({.shape = "x:-1,-1", .dims = "1,1;4294967296,4294967296"}, kMatrix),
            "--dynamic_dims: gear 1 \"4294967296,4294967296\": the bytes of input 'x' (4294967296,4294967296) do not fit in 64 bits");
  EXPECT_EQ(gears({.shape = "x:-1,-1", .dims = "0,9223372036854775807;1,1"}, kMatrix),
            "--dynamic_dims: gear 0 \"0,9223372036854775807\": the bytes of input 'x' (0,9223372036854775807) do not fit in 64 bits");
}

TEST(GearOptions, Acceptance042_EqualWordsGiveEqualTables) {
  const ShapeWords words = words_of({.shape = "data:1,1,40,-1;label:1,-1;mask:-1,-1", .dims = "20,20,1,1;40,40,2,2"});
  const auto one = parse_shape_options(words, kThree), two = parse_shape_options(words, kThree);
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_EQ(*one, *two);
}

TEST(GearOptions, Acceptance043_NamesDecideNotPositions) {
  const auto one = parse_shape_options(words_of({.shape = "label:1,-1;data:1,1,40,-1;mask:-1,-1", .dims = "7,20,1,2;8,40,3,4"}), kThree);
  const auto two = parse_shape_options(words_of({.shape = "data:1,1,40,-1;label:1,-1;mask:-1,-1", .dims = "20,7,1,2;40,8,3,4"}), kThree);
  ASSERT_TRUE(one.ok() && two.ok());
  for (size_t row = 0; row < 2; ++row) {
    auto a = gear_binding(one->gears, row), b = gear_binding(two->gears, row);
    std::ranges::sort(a);
    std::ranges::sort(b);
    EXPECT_EQ(a, b);
  }
  EXPECT_EQ(shapes_text(one->gears), "label[1,7] data[1,1,40,20] mask[1,2]; label[1,8] data[1,1,40,40] mask[3,4]");
}

TEST(GearOptions, Acceptance044_ThereIsNoHintShape) {
  const auto options = options_from_ge({{"ge.inputHintShape", "0:[1]"}, {"ge.inputShape", "x:-1"}, {"ge.dynamicDims", "1;2"}});
  EXPECT_EQ(options.status().message(),
            "GE options: key 'ge.inputHintShape' is unknown; did you mean 'ge.inputShape'? (known: ge.inputShape, ge.dynamicDims, "
            "ge.dynamicNodeType, ge.compileHybridMode, gearbox.lazyGears)");
}

TEST(GearOptions, Acceptance092_FullShapesInTheUsersOrder) {
  EXPECT_EQ(shapes({.shape = "mask:-1,-1;data:1,1,40,-1;label:1,-1", .dims = "1,2,20,30;3,4,40,50"}, kThree),
            "mask[1,2] data[1,1,40,20] label[1,30]; mask[3,4] data[1,1,40,40] label[1,50]");
}

}  // namespace
}  // namespace gearbox::options
