#include <gtest/gtest.h>

#include <array>

#include "ir/text.h"
#include "runtime/context.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {
namespace {

std::shared_ptr<const Model> compiled(const std::string& text) {
  const auto graph = parse_graph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().text();
  return graph.ok() ? compile_model(**graph, How::kOptimised) : nullptr;
}

TEST(FirstCall, AContextIsMadeReadyWithoutATrace) {
  const auto model = compile_model(*convolution_net(), How::kOptimised);
  Context context(model, {}), used(model, {});
  EXPECT_EQ(context.memory().plans, 0U);
  EXPECT_EQ(context.memory().plan_misses, 0U);
  EXPECT_EQ(context.memory().arena_bytes, 0U);
  EXPECT_EQ(context.memory().output_bytes, 0U);
  EXPECT_EQ(context.memory().pool_bytes, 0U);
  const Literal image = random_tensor({2, 3, 33, 40}, 1);
  const Tensor tensor = view(image);
  ASSERT_TRUE(used.run({&tensor, 1}).ok());
  const Literal expected = copy((*used.run({&tensor, 1}))[0]);
  const auto given = context.run({&tensor, 1});
  ASSERT_TRUE(given.ok()) << given.status().text();
  EXPECT_EQ(distance(view(expected), (*given)[0]), 0);
  EXPECT_EQ(context.memory().plan_misses, 1U);
}

TEST(FirstCall, MemoryIsReadyWhereExtentsDependOnEachOther) {
  const auto model = compiled(
      "graph @main(%past: f32[1,P,64], %now: f32[1,S,64], %mask: f32[1,T,1]) -> (%all: f32[1,P + S,64], %y) {\n"
      "  %all = Concat.13(%past, %now) {axis=1}\n  %y = Add.14(%all, %mask)\n}");
  ASSERT_NE(model, nullptr);
  const Context context(model, {});
  EXPECT_GE(context.memory().held_bytes, 512 * 64 * sizeof(float));
}

TEST(FirstCall, AModelWithNothingInTheArenaNeedsNoPlans) {
  const auto model = compiled("graph @main(%x: f32[N,M], %y: f32[N,M]) -> (%z: f32[N,M]) {\n  %z = Sub.14(%x, %y)\n}");
  ASSERT_NE(model, nullptr);
  Context context(model, {.plan_cache = 1});
  for (const int64_t rows : {2, 0, 5, 2, 1, 5, 5}) {
    const Literal x = random_tensor({rows, 3}, 1), y = random_tensor({rows, 3}, 2);
    const Tensor tensors[] = {view(x), view(y)};
    const Literal longer = random_tensor({rows + 1, 3}, 3);
    const Tensor mixed[] = {view(x), view(longer)};
    EXPECT_FALSE(context.run(mixed).ok());
    const auto given = context.run(tensors);
    ASSERT_TRUE(given.ok()) << given.status().text();
    ASSERT_EQ((*given)[0].elements(), rows * 3);
    EXPECT_EQ((*given)[0].dims[0], rows);
    for (int64_t i = 0; i < rows * 3; ++i)
      EXPECT_EQ((*given)[0].as<float>()[i], x.values<float>()[static_cast<size_t>(i)] - y.values<float>()[static_cast<size_t>(i)]);
  }
  EXPECT_EQ(context.memory().plans, 0U);
}

TEST(FirstCall, ALoopThatEndsOnNoZerosIsNotWaitedFor) {
  // Doubles x until it reaches 10.
  const auto model = compiled(R"(graph @main(%x: f32[N]) -> (%y: f32[N]) {
  @yes = bool[]{1}
  %y = Loop.13(_, @yes, %x) {
    body = graph @body(%i: i64[], %c: bool[], %in: f32[N]) -> (%more: bool[], %out: f32[N]) {
      @ten = f32[]{10}
      @two = f32[]{2}
      %out = Mul.14(%in, @two)
      %most = ReduceMax.13(%out) {keepdims=0}
      %more = Less.13(%most, @ten)
    }
  }
})");
  ASSERT_NE(model, nullptr);
  Context context(model, {});
  const Literal x = Literal::of<float>({1}, std::array{3.0F});
  const Tensor tensor = view(x);
  const auto given = context.run({&tensor, 1});
  ASSERT_TRUE(given.ok()) << given.status().text();
  EXPECT_EQ((*given)[0].as<float>()[0], 12);
}

TEST(FirstCall, AModelThatRefusesZerosServesOtherCalls) {
  const auto model = compiled(
      "graph @main(%step: i64[], %x: f32[N]) -> (%y, %z) {\n  @from = i64[]{0}\n  @to = i64[]{6}\n"
      "  %y = Range.11(@from, @to, %step)\n  %z = Relu.14(%x)\n}\n");
  ASSERT_NE(model, nullptr);
  Context context(model, {});
  EXPECT_EQ(context.memory().pool_bytes, 0U);
  const Literal none = Literal::scalar<int64_t>(0), two = Literal::scalar<int64_t>(2), x = random_tensor({3}, 1);
  const Tensor bad[] = {view(none), view(x)}, good[] = {view(two), view(x)};
  EXPECT_FALSE(context.run(bad).ok());
  const auto given = context.run(good);
  ASSERT_TRUE(given.ok()) << given.status().text();
  EXPECT_EQ((*given)[0].elements(), 3);
}

TEST(FirstCall, AValueThatIsLargeForZerosIsNotMade) {
  // Billions of elements where x is 0, six where it is one below the limit.
  const auto model = compiled(R"(graph @main(%x: i64[]) -> (%y, %z) {
  @most = i64[]{6000000000}
  @one = i64[]{1}
  %y = Range.11(%x, @most, @one)
  %less = Sub.14(@most, %x)
  @axis = i64[1]{0}
  %extents = Unsqueeze.13(%less, @axis)
  %filled = ConstantOfShape.9(%extents)
  %z = ReduceSum.13(%filled, @axis)
})");
  ASSERT_NE(model, nullptr);
  Context context(model, {});
  EXPECT_LT(context.memory().held_bytes, size_t{8} << 20);
  const Literal x = Literal::scalar<int64_t>(5999999994);
  const Tensor tensor = view(x);
  const auto given = context.run({&tensor, 1});
  ASSERT_TRUE(given.ok()) << given.status().text();
  EXPECT_EQ((*given)[0].elements(), 6);
}

}  // namespace
}  // namespace gearbox::testing
