#include "cli/trace.h"

#include <gtest/gtest.h>

#include "base/half.h"

namespace gearbox::cli {
namespace {

TEST(Trace, ReadsRequestsRepeatsAndFills) {
  const auto trace = parse_trace("# shapes\n!fill ids int 0 100\n*3 x=1x3x32x32 ids=scalar\nx=2x0 ids=scalar\n\nx=1x3x32x32 ids=scalar\n");
  ASSERT_TRUE(trace.ok()) << trace.status().text();
  EXPECT_EQ(trace->requests, (std::vector<int>{0, 0, 0, 1, 0}));
  EXPECT_EQ(trace->shape_names, (std::vector<std::string>{"x=1x3x32x32 ids=scalar", "x=2x0 ids=scalar"}));
  EXPECT_EQ(trace->shapes[1][0].dims, (std::vector<int64_t>{2, 0}));
  EXPECT_EQ(trace->fills.at("ids").kind, "int");
  EXPECT_EQ(trace->fills.at("ids").b, 100);
}

TEST(Trace, ErrorsQuoteTheLine) {
  EXPECT_EQ(parse_trace("").status().message(), "the trace holds no request");
  EXPECT_EQ(parse_trace("x=1xz").status().message(), "'x=1xz': 'z' is not an extent");
  EXPECT_EQ(parse_trace("*2\n").status().message(), "trace line '*2': a count and a request expected");
  EXPECT_EQ(parse_trace("hello\n").status().message(), "'hello' is not NAME=D0xD1…");
  EXPECT_EQ(parse_fill("x gauss 1").status().message(),
            "fill 'x gauss 1': NAME const V, NAME uniform LO HI, NAME int LO HI or NAME iota expected");
  EXPECT_FALSE(parse_fill("x int 0").ok());
  EXPECT_TRUE(parse_fill("x iota").ok());
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
