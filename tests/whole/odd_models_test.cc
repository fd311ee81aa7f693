#include <gtest/gtest.h>

#include <array>

#include "ir/text.h"
#include "runtime/context.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {
namespace {

std::unique_ptr<Graph> parsed(const std::string& text) {
  auto graph = parse_graph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().text();
  return graph.ok() ? std::move(graph).value() : nullptr;
}

TEST(OddModels, AnAxisIsCheckedWhereTheRankIsKnownOnlyAtRunTime) {
  for (const std::string op : {"Softmax.13", "Softmax.11", "LogSoftmax.13", "LogSoftmax.11", "Hardmax.13", "Hardmax.11"}) {
    SCOPED_TRACE(op);
    const auto graph = parsed("graph @main(%x: f32[*]) -> (%y: f32[*]) {\n  %y = " + op + "(%x) {axis=1}\n}\n");
    ASSERT_NE(graph, nullptr);
    for (const How how : {How::kReference, How::kOptimised}) {
      Context context(compile_model(*graph, how), {});
      const Literal scalar = random_tensor({}, 1), vector = random_tensor({3}, 2), matrix = random_tensor({2, 3}, 3);
      const Tensor tensors[] = {view(scalar), view(vector), view(matrix)};
      EXPECT_EQ(context.run({&tensors[0], 1}).status().code(), Code::kInvalidArgument);
      EXPECT_EQ(context.run({&tensors[1], 1}).status().code(), Code::kInvalidArgument);
      EXPECT_TRUE(context.run({&tensors[2], 1}).ok());
    }
  }
}

TEST(OddModels, ASumOfThousandsOfTensorsStaysOneCall) {
  constexpr int kTerms = 3000;
  std::string nodes, list;
  for (int i = 0; i < kTerms; ++i) {
    const std::string name = "%t" + std::to_string(i);
    nodes += "  " + name + (i % 2 ? " = Neg(%x)\n" : " = Abs(%x)\n");
    list += (i ? ", " : "") + name;
  }
  const auto graph = parsed("graph @main(%x: f32[N]) -> (%y: f32[N]) {\n" + nodes + "  %y = Sum(" + list + ")\n}\n");
  ASSERT_NE(graph, nullptr);
  Context context(compile_model(*graph, How::kOptimised), {});
  const Literal x = Literal::of<float>({2}, std::vector<float>{2, -1});
  const Tensor tensor = view(x);
  auto outputs = context.run({&tensor, 1});
  ASSERT_TRUE(outputs.ok()) << outputs.status().text();
  EXPECT_EQ((*outputs)[0].as<float>()[0], 0);
  EXPECT_EQ((*outputs)[0].as<float>()[1], kTerms);
}

TEST(OddModels, AComputedExtentThatTurnsOutEmptyIsNoRequestToCopyOne) {
  const auto graph = parsed(
      "graph @main(%x: f32[N,4]) -> (%y: f32[4,N]) {\n  %s = Shape(%x)\n  @turned = i64[2]{1, 0}\n  %r = Gather(%s, @turned)\n  %y = "
      "Reshape(%x, %r)\n}\n");
  ASSERT_NE(graph, nullptr);
  for (const How how : {How::kReference, How::kOptimised}) {
    Context context(compile_model(*graph, how), {});
    for (const int64_t n : {0, 1, 3}) {
      const Literal x = random_tensor({n, 4}, 1);
      const Tensor tensor = view(x);
      auto outputs = context.run({&tensor, 1});
      ASSERT_TRUE(outputs.ok()) << outputs.status().text();
      EXPECT_EQ(std::vector<int64_t>((*outputs)[0].dims.begin(), (*outputs)[0].dims.end()), (std::vector<int64_t>{4, n}));
    }
  }
}

TEST(OddModels, AConstantOfOneElementMayRaiseTheRank) {
  for (const std::string node : {"Add(%x, @c)", "Sub(@c, %x)", "Max.13(%x, @c)", "Pow.13(%x, @c)", "Where.16(%b, %x, @c)", "Mul(%m, @c)"}) {
    for (const std::string dims : {"1", "1,1", "1,1,1"}) {
      SCOPED_TRACE(node + " with f32[" + dims + "]");
      const auto graph = parsed("graph @main(%x: f32[N], %b: bool[N]) -> (%y, %z) {\n  @c = f32[" + dims +
                                "]{2}\n  %m = ReduceMax.13(%x) {keepdims=0}\n  %y = " + node + "\n  %z = Softmax.13(%y) {axis=0}\n}\n");
      ASSERT_NE(graph, nullptr);
      const Literal x = random_tensor({3}, 1), b = Literal::of<bool>({3}, std::array{true, false, true});
      const Tensor tensors[] = {view(x), view(b)};
      Context reference(compile_model(*graph, How::kReference), {});
      const auto expected = reference.run(tensors);
      ASSERT_TRUE(expected.ok()) << expected.status().text();
      for (const How how : {How::kOptimised, How::kPackage}) {
        Context context(compile_model(*graph, how), {});
        const auto given = context.run(tensors);
        ASSERT_TRUE(given.ok()) << given.status().text();
        for (size_t i = 0; i < expected->size(); ++i) EXPECT_LE(distance((*expected)[i], (*given)[i]), 1e-6);
      }
    }
  }
}

TEST(OddModels, ALoopThatNeverRunsGivesEmptySlicesOfTheRightExtents) {
  const auto graph = parsed(
      "graph @main(%n: i64[], %x: f32[N,4]) -> (%s) {\n  @yes = bool[]{1}\n  %s = Loop.13(%n, @yes, %x) {gearbox.captures=1} {\n"
      "    body = graph @body(%i: i64[], %c: bool[], %in: f32[N,4]) -> (%c_out: bool[], %slice: f32[N,4]) {\n      %c_out = "
      "Identity.13(%c)\n      %slice = Relu.14(%in)\n    }\n  }\n}\n");
  ASSERT_NE(graph, nullptr);
  for (const How how : {How::kReference, How::kOptimised, How::kPackage}) {
    Context context(compile_model(*graph, how), {});
    for (const int64_t runs : {-1, 0, 2}) {
      const Literal n = Literal::scalar<int64_t>(runs), x = random_tensor({3, 4}, 1);
      const Tensor tensors[] = {view(n), view(x)};
      const auto given = context.run(tensors);
      ASSERT_TRUE(given.ok()) << given.status().text();
      EXPECT_EQ(std::vector<int64_t>((*given)[0].dims.begin(), (*given)[0].dims.end()),
                (std::vector<int64_t>{std::max<int64_t>(runs, 0), 3, 4}));
    }
  }
}

TEST(OddModels, AnInputWithElementsNeedsMemoryToReadThemFrom) {
  const auto graph = parsed("graph @main(%x: f32[N,4]) -> (%y: f32[N,4]) {\n  %y = Relu(%x)\n}\n");
  ASSERT_NE(graph, nullptr);
  alignas(float) std::array<std::byte, 64> bytes = {};
  const std::vector<int64_t> dims = {2, 4};
  for (const How how : {How::kReference, How::kOptimised, How::kPackage}) {
    Context context(compile_model(*graph, how), {});
    const Tensor missing = {DType::kF32, dims, nullptr}, shifted = {DType::kF32, dims, bytes.data() + 1};
    const Status null = context.run({&missing, 1}).status(), odd = context.run({&shifted, 1}).status();
    EXPECT_EQ(null.message(), "input 'x' [2,4] has no data: its address is null");
    EXPECT_EQ(odd.message(), "input 'x' [2,4] is not aligned to its elements of 4 bytes");
  }
}

TEST(OddModels, WithoutElementsAnInputNeedsNoAddress) {
  const auto graph = parsed(
      "graph @main(%x: f32[N,4], %i: i64[M]) -> (%a, %b, %c, %d) {\n  %a = Relu(%x)\n  %b = "
      "Concat(%x, %x) {axis=0}\n  %c = Gather(%x, %i)\n  %d = NonZero(%x)\n}\n");
  ASSERT_NE(graph, nullptr);
  for (const How how : {How::kReference, How::kOptimised, How::kPackage}) {
    Context context(compile_model(*graph, how), {});
    const std::vector<int64_t> none = {0, 4}, no_index = {0};
    const Tensor tensors[] = {{DType::kF32, none, nullptr}, {DType::kI64, no_index, nullptr}};
    auto outputs = context.run(tensors);
    ASSERT_TRUE(outputs.ok()) << outputs.status().text();
    for (const Tensor& output : *outputs) {
      EXPECT_EQ(output.elements(), 0);
      EXPECT_NE(output.data, nullptr);
    }
  }
}

}  // namespace
}  // namespace gearbox::testing
