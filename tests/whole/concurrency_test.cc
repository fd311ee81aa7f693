#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>
#include <thread>

#include "runtime/context.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {
namespace {

constexpr int kRequests = 500;

/// Eight threads with a context each over one shared model, each through all requests in an order of its own, against one thread alone.
void run_concurrently(const Graph& graph, std::vector<Literal> (*inputs)(std::mt19937&)) {
  constexpr int kThreads = 8;
  const auto model = compile_model(graph, How::kPackage, 2);
  ASSERT_NE(model, nullptr);
  std::mt19937 random(11);
  std::vector<std::vector<Literal>> requests, expected;
  Context alone(model, {});
  for (int i = 0; i < kRequests; ++i) {
    requests.push_back(inputs(random));
    std::vector<Tensor> tensors;
    for (const Literal& literal : requests.back()) tensors.push_back(view(literal));
    auto outputs = alone.run(tensors);
    ASSERT_TRUE(outputs.ok()) << outputs.status().text();
    expected.emplace_back();
    for (const Tensor& output : *outputs) expected.back().push_back(copy(output));
  }
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Context context(model, {.plan_cache = 8});
      std::vector<size_t> order(requests.size());
      std::iota(order.begin(), order.end(), 0);
      std::ranges::shuffle(order, std::mt19937(static_cast<uint32_t>(t)));
      for (const size_t at : order) {
        std::vector<Tensor> tensors;
        for (const Literal& literal : requests[at]) tensors.push_back(view(literal));
        auto outputs = context.run(tensors);
        bool right = outputs.ok();
        for (size_t k = 0; right && k < expected[at].size(); ++k) right = distance(view(expected[at][k]), (*outputs)[k]) <= 1e-5;
        if (!right) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Concurrency, Star11_EightThreadsGoThrough500ShapesOfOneModelEach) {
  run_concurrently(*convolution_net(), [](std::mt19937& random) {
    return std::vector<Literal>{random_tensor(
        {static_cast<int64_t>(1 + random() % 2), 3, static_cast<int64_t>(8 + random() % 24), static_cast<int64_t>(8 + random() % 24)},
        random())};
  });
  run_concurrently(*attention_block(), [](std::mt19937& random) {
    const auto n = static_cast<int64_t>(1 + random() % 2), length = static_cast<int64_t>(1 + random() % 250);
    return std::vector<Literal>{random_tensor({n, length, 24}, random()), random_tensor({n, 1, 1, length}, random())};
  });
  run_concurrently(*selection(), [](std::mt19937& random) {
    return std::vector<Literal>{random_tensor({static_cast<int64_t>(random() % 60), static_cast<int64_t>(random() % 60)}, random())};
  });
}

}  // namespace
}  // namespace gearbox::testing
