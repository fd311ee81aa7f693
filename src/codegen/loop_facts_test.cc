#include "codegen/loop_facts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ir/loop_interpret.h"

namespace gearbox {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// A loop in one f32 input, %0; the last value is the one asked about.
LoopBounds bounds_of(const std::string& lines) {
  const Result<LoopBody> body = parse_loop("%0 = input f32 dense\n" + lines);
  EXPECT_TRUE(body.ok()) << body.status().text();
  return loop_bounds(*body).back();
}

void expect_bounds(const std::string& lines, double low, double high) {
  const LoopBounds got = bounds_of(lines);
  EXPECT_DOUBLE_EQ(got.low, low) << lines;
  EXPECT_DOUBLE_EQ(got.high, high) << lines;
}

TEST(LoopFacts, BoundsFollowFromTheOperations) {
  const std::string tanh = "%1 = tanh %0 : f32\n", ten = "%2 = constant f32 0x41200000\n";
  expect_bounds("return %0\n", -kInf, kInf);
  expect_bounds(tanh + "return %1\n", -1, 1);
  expect_bounds("%1 = sigmoid %0 : f32\nreturn %1\n", 0, 1);
  expect_bounds("%1 = exp %0 : f32\nreturn %1\n", 0, kInf);
  expect_bounds(tanh + ten + "%3 = add %1, %2 : f32\nreturn %3\n", 9, 11);
  expect_bounds(tanh + ten + "%3 = sub %1, %2 : f32\nreturn %3\n", -11, -9);
  expect_bounds(tanh + ten + "%3 = mul %1, %2 : f32\nreturn %3\n", -10, 10);
  expect_bounds(tanh + ten + "%3 = min %0, %2 : f32\n%4 = max %3, %1 : f32\nreturn %4\n", -1, 10);
  expect_bounds(tanh + "%2 = abs %1 : f32\n%3 = neg %2 : f32\nreturn %3\n", -1, 0);
  expect_bounds(tanh + "%2 = relu %1 : f32\nreturn %2\n", 0, 1);
  expect_bounds(tanh + "%2 = mul %0, %1 : f32\nreturn %2\n", -kInf, kInf);
}

TEST(LoopFacts, WhatMayOverflowHasNoBound) {
  const std::string large = "%1 = tanh %0 : f32\n%2 = constant f32 0x7f7fffff\n%3 = mul %1, %2 : f32\n";
  expect_bounds(large + "return %3\n", -kInf, kInf);
}

/// Values of a few operations that keep to small ranges.
LoopBody random_chain(std::mt19937& random) {
  constexpr LoopOp kOps[] = {LoopOp::kAdd, LoopOp::kSub, LoopOp::kMul,      LoopOp::kMin,  LoopOp::kMax,
                             LoopOp::kNeg, LoopOp::kAbs, LoopOp::kTanh,     LoopOp::kErf,  LoopOp::kSigmoid,
                             LoopOp::kExp, LoopOp::kSin, LoopOp::kSoftsign, LoopOp::kRelu, LoopOp::kClip,
                             LoopOp::kDiv, LoopOp::kLog, LoopOp::kSign,     LoopOp::kSqrt, LoopOp::kHardSigmoid};
  LoopBody body;
  body.input(DType::kF32, LoopAccess::kDense);
  body.input(DType::kF32, LoopAccess::kDense);
  for (const double constant : {-2.0, 0.0, 0.7, 3e38}) body.constant(DType::kF32, constant);
  for (int i = 0; i < 20; ++i) {
    const LoopOp op = kOps[random() % std::size(kOps)];
    const auto any = [&](int arg) { return arg < loop_op_arity(op) ? static_cast<int32_t>(random() % body.values.size()) : -1; };
    const int32_t a = any(0), b = any(1), c = any(2);
    body.emit(op, a, b, c);
  }
  for (size_t v = 0; v < body.values.size(); ++v) body.output(static_cast<int32_t>(v));
  return body;
}

TEST(LoopFacts, HoldForWhatLoopsCompute) {
  std::mt19937 random(3);
  const float edges[] = {0, -0.f, 1, -1, 0.3f, -7, 1e30f, -1e-30f, INFINITY, -INFINITY, NAN};
  for (int round = 0; round < 300; ++round) {
    const LoopBody body = random_chain(random);
    const size_t count = body.values.size(), columns = std::size(edges) * std::size(edges);
    std::vector<std::vector<float>> data(2 + count, std::vector<float>(columns));
    for (size_t i = 0; i < columns; ++i) {
      data[0][i] = edges[i % std::size(edges)];
      data[1][i] = edges[i / std::size(edges)];
    }
    std::vector<LoopOperand> operands;
    for (std::vector<float>& row : data) operands.push_back({row.data()});
    ASSERT_TRUE(interpret(body, {static_cast<int64_t>(columns), 1, operands.data()}).ok());
    const std::vector<LoopBounds> bounds = loop_bounds(body);
    const auto value = [&](size_t v, size_t i) { return data[2 + v][i]; };
    for (size_t v = 0; v < count; ++v) {
      for (size_t i = 0; i < columns; ++i) {
        const double x = value(v, i), slack = std::isinf(x) ? 0 : 1e-5 * std::fabs(x) + 1e-40;
        if (std::isnan(x)) continue;
        ASSERT_TRUE(x >= bounds[v].low - slack && x <= bounds[v].high + slack) << x << '\n' << value_text(body, static_cast<int32_t>(v));
      }
      const auto from = static_cast<int32_t>(random() % (v + 1));
      if (!keeps_nan(body, from, static_cast<int32_t>(v))) continue;
      for (size_t i = 0; i < columns; ++i) {
        if (!std::isnan(value(static_cast<size_t>(from), i))) continue;
        ASSERT_TRUE(std::isnan(value(v, i))) << value_text(body, static_cast<int32_t>(v));
      }
    }
  }
}

TEST(LoopFacts, NanIsKeptByArithmeticButNotByConditions) {
  const Result<LoopBody> body = parse_loop(
      "%0 = input f32 dense\n%1 = input f32 dense\n%2 = tanh %0 : f32\n%3 = sub %1, %2 : f32\n%4 = less %0, %1 : bool\n"
      "%5 = select %4, %2, %1 : f32\nreturn %3, %5\n");
  ASSERT_TRUE(body.ok()) << body.status().text();
  EXPECT_TRUE(keeps_nan(*body, 0, 3));
  EXPECT_TRUE(keeps_nan(*body, 1, 3));
  EXPECT_TRUE(keeps_nan(*body, 2, 2));
  EXPECT_FALSE(keeps_nan(*body, 3, 2));
  EXPECT_FALSE(keeps_nan(*body, 0, 5));
}

}  // namespace
}  // namespace gearbox
