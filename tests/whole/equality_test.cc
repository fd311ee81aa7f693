#include <gtest/gtest.h>

#include <random>

#include "runtime/context.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {
namespace {

struct Case {
  const char* name;
  std::unique_ptr<Graph> (*graph)();
  std::vector<Literal> (*inputs)(std::mt19937&);
};

int64_t extent(std::mt19937& random, int64_t least, int64_t most) { return std::uniform_int_distribution<int64_t>(least, most)(random); }

std::vector<Literal> image(std::mt19937& random) {
  return {random_tensor({extent(random, 0, 3), 3, extent(random, 4, 37), extent(random, 4, 37)}, random())};
}
std::vector<Literal> sequence(std::mt19937& random) {
  const int64_t n = extent(random, 0, 3), length = extent(random, 1, 40);
  return {random_tensor({n, length, 24}, random()), random_tensor({n, 1, 1, length}, random())};
}
std::vector<Literal> table(std::mt19937& random) { return {random_tensor({extent(random, 0, 9), extent(random, 0, 9)}, random())}; }

const Case kCases[] = {
    {"convolution_net", convolution_net, image}, {"attention_block", attention_block, sequence}, {"selection", selection, table}};

TEST(Equality, OptimisedAndPackagedProgramsGiveTheReferencesResults) {
  for (const Case& test : kCases) {
    SCOPED_TRACE(test.name);
    const std::unique_ptr<Graph> graph = test.graph();
    Context reference(compile_model(*graph, How::kReference), {}), optimised(compile_model(*graph, How::kOptimised), {.poison = true}),
        packaged(compile_model(*graph, How::kPackage, 2), {.poison = true});
    std::mt19937 random(7);
    for (int i = 0; i < 40; ++i) {
      const std::vector<Literal> inputs = test.inputs(random);
      std::vector<Tensor> tensors;
      for (const Literal& literal : inputs) tensors.push_back(view(literal));
      auto expected = reference.run(tensors);
      ASSERT_TRUE(expected.ok()) << expected.status().text();
      for (Context* context : {&optimised, &packaged}) {
        auto given = context->run(tensors);
        ASSERT_TRUE(given.ok()) << given.status().text();
        ASSERT_EQ(given->size(), expected->size());
        for (size_t k = 0; k < expected->size(); ++k)
          EXPECT_LE(distance((*expected)[k], (*given)[k]), 2e-5) << "run " << i << ", output " << k;
      }
    }
  }
}

TEST(Equality, InputsAreLeftAsTheyWere) {
  Context context(compile_model(*attention_block(), How::kOptimised), {});
  for (const int64_t length : {32, 1, 32, 1}) {
    const Literal x = random_tensor({2, length, 24}, 3), mask = random_tensor({2, 1, 1, length}, 4);
    const Literal before = copy(view(x));
    const Tensor tensors[] = {view(x), view(mask)};
    auto outputs = context.run(tensors);
    ASSERT_TRUE(outputs.ok()) << outputs.status().text();
    EXPECT_TRUE(before.same(x));
    EXPECT_EQ((*outputs)[0].dims[1], length);
  }
}

}  // namespace
}  // namespace gearbox::testing
