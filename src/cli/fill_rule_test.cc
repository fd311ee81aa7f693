#include "cli/fill_rule.h"

#include <gtest/gtest.h>

#include "base/half.h"

namespace gearbox::cli {
namespace {

std::string wrong(const std::string& words) { return parse_fill(words).status().message(); }

TEST(Fill, ErrorsQuoteTheWords) {
  const std::string forms = "NAME const V, NAME uniform LO HI, NAME int LO HI or NAME iota expected";
  EXPECT_EQ(wrong("x gauss 1"), "fill 'x gauss 1': " + forms);
  EXPECT_EQ(wrong("x int 0"), "fill 'x int 0': " + forms);
  EXPECT_EQ(wrong("x const 3 4"), "fill 'x const 3 4': " + forms);
  EXPECT_EQ(wrong("x iota 1"), "fill 'x iota 1': " + forms);
  EXPECT_EQ(wrong("iota"), "fill 'iota': " + forms);
  EXPECT_EQ(wrong("x const 3x"), "fill 'x const 3x': '3x' is not a number");
  EXPECT_EQ(wrong("x const nan"), "fill 'x const nan': 'nan' is not a number");
  EXPECT_EQ(wrong("x int 5 1"), "fill 'x int 5 1': no value is at least 5 and less than 1");
  EXPECT_EQ(wrong("x uniform 2 2"), "fill 'x uniform 2 2': no value is at least 2 and less than 2");
  EXPECT_EQ(wrong("x iota"), "");
  EXPECT_EQ(parse_fill("\"a b\" const -1e3")->first, "a b");
  EXPECT_EQ(parse_fill("\"a b\" const -1e3")->second.a, -1000);
}

TEST(Fill, ValuesFitTheType) {
  const auto problem = [](DType dtype, const FillRule& rule) { return check_fill("x", dtype, rule).message(); };
  EXPECT_EQ(problem(DType::kU8, {"const", 255, 0}), "");
  EXPECT_EQ(problem(DType::kU8, {"const", 300, 0}), "fill of input 'x': 300 is beyond the values of u8 (0 to 255)");
  EXPECT_EQ(problem(DType::kU8, {"int", -1, 5}), "fill of input 'x': -1 is beyond the values of u8 (0 to 255)");
  EXPECT_EQ(problem(DType::kI32, {"int", 0, 2147483648.0}), "");
  EXPECT_EQ(problem(DType::kI64, {"int", 0, 1e30}),
            "fill of input 'x': 1e+30 is beyond the values of i64 (-9007199254740992 to 9007199254740991)");
  EXPECT_EQ(problem(DType::kBool, {"const", 2, 0}), "fill of input 'x': 2 is beyond the values of bool (0 to 1)");
  EXPECT_EQ(problem(DType::kF32, {"const", 1e30, 0}), "");
}

TEST(Fill, EveryRule) {
  const Literal counted = filled("x", DType::kI64, {4}, {"iota", 0, 0});
  EXPECT_EQ(counted.values<int64_t>()[3], 3);
  const Literal constant = filled("x", DType::kF16, {2}, {"const", 2.5, 0});
  EXPECT_EQ(static_cast<float>(constant.values<Half>()[1]), 2.5F);
  const Literal whole = filled("x", DType::kI32, {100}, {"int", -2, 3});
  for (const int32_t v : whole.values<int32_t>()) EXPECT_TRUE(v >= -2 && v < 3) << v;
  const Literal real = filled("x", DType::kF32, {100}, {});
  for (const float v : real.values<float>()) EXPECT_TRUE(v >= -1 && v < 1) << v;
  EXPECT_EQ(filled("flag", DType::kBool, {1}, {}).values<bool>()[0], true);
  EXPECT_EQ(filled("small", DType::kI16, {1}, {"const", -3, 0}).values<int16_t>()[0], -3);
  EXPECT_EQ(filled("large", DType::kU64, {1}, {}).values<uint64_t>()[0], 1U);
}

// Values of the rule as written in the trace format: the same words must give these bytes in every engine.
TEST(Fill, IsAFixedHashOfNameAndIndex) {
  const Literal x = filled("x", DType::kF64, {2}, {"uniform", 0, 1});
  EXPECT_NE(x.values<double>()[0], x.values<double>()[1]);
  EXPECT_EQ(x.values<double>()[0], filled("x", DType::kF64, {1}, {"uniform", 0, 1}).values<double>()[0]);
  EXPECT_NE(x.values<double>()[0], filled("y", DType::kF64, {1}, {"uniform", 0, 1}).values<double>()[0]);
}

}  // namespace
}  // namespace gearbox::cli
