#include "codegen/llvm/native_image.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "codegen/llvm/random_loop_test_support.h"
#include "ir/loop_interpret.h"
#include "package/code_image.h"

namespace gearbox {
namespace {

using testing_support::LoopCall;
using testing_support::random_loop;

constexpr CpuLevel kLevels[] = {CpuLevel::kV2, CpuLevel::kV3, CpuLevel::kV4};

std::string level_name(const testing::TestParamInfo<CpuLevel>& info) { return "v" + std::to_string(static_cast<int>(info.param)); }

class NativeLoops : public testing::TestWithParam<CpuLevel> {};
INSTANTIATE_TEST_SUITE_P(Levels, NativeLoops, testing::ValuesIn(kLevels), level_name);

TEST_P(NativeLoops, AgreeWithTheInterpreterBitForBit) {
  std::mt19937 random(20240607);
  std::vector<LoopBody> loops;
  for (int i = 0; i < 150; ++i) {
    loops.push_back(random_loop(random));
    loops.back().column_multiple = int64_t{1} << (i % 4 * 2);
  }
  Result<NativeImage> image = compile_loops(loops, GetParam());
  ASSERT_TRUE(image.ok()) << image.status().text();
  Result<CodeImage> code = CodeImage::from_memory(image->code, image->features);
  if (!code.ok()) GTEST_SKIP() << code.status().text();
  for (size_t i = 0; i < loops.size(); ++i) {
    for (const int64_t columns : {0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 33, 64, 128, 131}) {
      if (columns % loops[i].column_multiple != 0) continue;
      const LoopCall call(loops[i], columns, static_cast<int64_t>(random() % 4), random);
      LoopCall want = call, got = call;
      ASSERT_TRUE(interpret(loops[i], want.args()).ok());
      const LoopArgs args = got.args();
      code->loop(image->entries[i])(&args);
      const std::string difference = want.difference(got);
      ASSERT_EQ(difference, "") << columns << " columns\n" << text(loops[i]);
    }
  }
}

TEST_P(NativeLoops, WriteOverTheirInput) {
  LoopBody body;
  const int32_t x = body.input(DType::kF32, LoopAccess::kDense);
  body.output(body.emit(LoopOp::kMul, x, x));
  Result<NativeImage> image = compile_loops({&body, 1}, GetParam());
  ASSERT_TRUE(image.ok()) << image.status().text();
  Result<CodeImage> code = CodeImage::from_memory(image->code, image->features);
  if (!code.ok()) GTEST_SKIP() << code.status().text();
  std::vector<float> data(53);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<float>(i);
  const LoopOperand operands[] = {{data.data()}, {data.data()}};
  const LoopArgs args{static_cast<int64_t>(data.size()), 1, operands};
  code->loop(image->entries[0])(&args);
  for (size_t i = 0; i < data.size(); ++i) EXPECT_EQ(data[i], static_cast<float>(i * i));
}

TEST_P(NativeLoops, ResultsDoNotDependOnThePosition) {
  LoopBody body;
  int32_t x = body.input(DType::kF32, LoopAccess::kDense);
  for (const LoopOp op : {LoopOp::kTanh, LoopOp::kExp, LoopOp::kSigmoid, LoopOp::kGelu, LoopOp::kSin}) x = body.emit(op, x);
  body.output(x);
  Result<NativeImage> image = compile_loops({&body, 1}, GetParam());
  ASSERT_TRUE(image.ok()) << image.status().text();
  Result<CodeImage> code = CodeImage::from_memory(image->code, image->features);
  if (!code.ok()) GTEST_SKIP() << code.status().text();
  std::vector<float> in(64), together(64), alone(64);
  for (size_t i = 0; i < in.size(); ++i) in[i] = 0.37f * static_cast<float>(i) - 9;
  LoopOperand operands[] = {{in.data()}, {together.data()}};
  LoopArgs args{64, 1, operands};
  code->loop(image->entries[0])(&args);
  for (size_t i = 0; i < in.size(); ++i) {
    const LoopOperand one[] = {{&in[i]}, {&alone[i]}};
    args = {1, 1, one};
    code->loop(image->entries[0])(&args);
  }
  EXPECT_EQ(together, alone);
}

TEST_P(NativeLoops, EqualLoopsShareTheirCode) {
  std::vector<LoopBody> loops(3);
  for (LoopBody& body : loops) {
    const int32_t x = body.input(DType::kF32, LoopAccess::kDense);
    const int32_t y = body.input(DType::kF32, LoopAccess::kScalar);
    if (&body == &loops[1]) body.emit(LoopOp::kExp, x);
    body.output(&body == &loops[2] ? body.emit(LoopOp::kSub, x, y) : body.emit(LoopOp::kAdd, x, y));
  }
  Result<NativeImage> image = compile_loops(loops, GetParam());
  ASSERT_TRUE(image.ok()) << image.status().text();
  EXPECT_EQ(image->entries[0], image->entries[1]);
  EXPECT_NE(image->entries[0], image->entries[2]);
}

TEST_P(NativeLoops, AreTheSameBytesEveryTime) {
  std::mt19937 random(7);
  std::vector<LoopBody> loops;
  for (int i = 0; i < 10; ++i) loops.push_back(random_loop(random));
  Result<NativeImage> first = compile_loops(loops, GetParam());
  Result<NativeImage> second = compile_loops(loops, GetParam());
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->code, second->code);
  EXPECT_EQ(first->entries, second->entries);
}

TEST_P(NativeLoops, EverySupportedOperationCompiles) {
  std::vector<LoopBody> loops;
  for (int type = 1; type <= static_cast<int>(DType::kBF16); ++type) {
    const DType dtype = static_cast<DType>(type);
    if (!loop_supported(LoopOp::kInput, dtype)) continue;
    LoopBody body;
    const int32_t condition = body.input(DType::kBool, LoopAccess::kDense);
    std::array<int32_t, 3> args{};
    for (int32_t& arg : args) arg = body.input(dtype, LoopAccess::kDense);
    for (int op = static_cast<int>(LoopOp::kAdd); op <= static_cast<int>(LoopOp::kIsInf); ++op) {
      const LoopOp loop_op = static_cast<LoopOp>(op);
      if (!loop_supported(loop_op, dtype) || loop_op == LoopOp::kCast) continue;
      const int arity = loop_op_arity(loop_op);
      const int32_t first = loop_op == LoopOp::kSelect ? condition : args[0];
      body.output(body.emit(loop_op, first, arity > 1 ? args[1] : -1, arity > 2 ? args[2] : -1));
    }
    for (int to = 1; to <= static_cast<int>(DType::kBF16); ++to) {
      if (loop_supported(LoopOp::kCast, static_cast<DType>(to))) body.output(body.cast(args[0], static_cast<DType>(to)));
    }
    loops.push_back(body);
  }
  Result<NativeImage> image = compile_loops(loops, GetParam());
  EXPECT_TRUE(image.ok()) << image.status().text();
}

TEST(NativeImage, RefusesAMalformedLoop) {
  LoopBody body;
  const int32_t x = body.input(DType::kF16, LoopAccess::kDense);
  body.output(body.emit(LoopOp::kAdd, x, x));
  EXPECT_EQ(compile_loops({&body, 1}, CpuLevel::kV2).status().code(), Code::kInternal);
}

TEST(NativeImage, OfNoLoopsIsEmpty) {
  Result<NativeImage> image = compile_loops({}, CpuLevel::kV3);
  ASSERT_TRUE(image.ok());
  EXPECT_TRUE(image->code.empty());
}

TEST(NativeImage, KnowsItsLevelsByName) {
  EXPECT_EQ(cpu_level_from_name("x86-64-v3"), CpuLevel::kV3);
  EXPECT_EQ(cpu_level_from_name("pdp11"), std::nullopt);
}

}  // namespace
}  // namespace gearbox
