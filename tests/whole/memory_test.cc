#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <random>
#include <thread>

#include "runtime/context.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {
namespace {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  size_t size = 0, resident = 0;
  file >> size >> resident;
  return resident * 4096;
}

int64_t page_faults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt + usage.ru_majflt;
}

TEST(Memory, RandomShapesReachAPlateau) {
  Context context(compile_model(*convolution_net(), How::kOptimised), {.plan_cache = 64});
  std::mt19937 random(5);
  const Literal largest = random_tensor({2, 3, 96, 96}, 1);
  size_t early = 0;
  for (int i = 0; i < 3000; ++i) {
    const int64_t dims[] = {static_cast<int64_t>(1 + random() % 2), 3, static_cast<int64_t>(8 + random() % 88),
                            static_cast<int64_t>(8 + random() % 88)};
    const Tensor input{DType::kF32, dims, const_cast<void*>(largest.data())};
    auto outputs = context.run({&input, 1});
    ASSERT_TRUE(outputs.ok()) << outputs.status().text();
    if (i == 500) early = resident_bytes();
  }
  EXPECT_LE(static_cast<double>(resident_bytes()), 1.05 * static_cast<double>(early));
  EXPECT_LE(context.memory().plans, 64U);
}

TEST(Memory, KnownShapesTouchNoFreshPage) {
  // Nothing is touched ahead, which may go on for a while in the background and counts as this process's faults.
  Context context(compile_model(*convolution_net(), How::kOptimised), {.touch_ahead = 1});
  const Literal inputs[] = {random_tensor({1, 3, 64, 48}, 1), random_tensor({2, 3, 33, 40}, 2)};
  const Tensor tensors[] = {view(inputs[0]), view(inputs[1])};
  for (int i = 0; i < 10; ++i) {
    for (const Tensor& tensor : tensors) ASSERT_TRUE(context.run({&tensor, 1}).ok());
  }
  // The kernel may take a page back and give it again at any time: the best of some rounds tells what the calls themselves do.
  int64_t least = INT64_MAX;
  for (int round = 0; round < 5; ++round) {
    const int64_t before = page_faults();
    for (int i = 0; i < 100; ++i) {
      for (const Tensor& tensor : tensors) ASSERT_TRUE(context.run({&tensor, 1}).ok());
    }
    least = std::min(least, page_faults() - before);
  }
  EXPECT_EQ(least, 0);
}

/// Waits until the process has `bytes` resident or some seconds are over; returns what is resident.
size_t resident_after_a_while(size_t bytes) {
  for (int i = 0; i < 300 && resident_bytes() < bytes; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return resident_bytes();
}

TEST(Memory, RoomForLargerShapesIsTouchedOnceACallIsDone) {
  const Literal image = random_tensor({1, 3, 640, 640}, 1);
  const Tensor tensor = view(image);
  const auto model = compile_model(*convolution_net(), How::kOptimised);
  Context context(model, {.touch_ahead = 2});
  ASSERT_TRUE(context.run({&tensor, 1}).ok());
  const size_t arena = context.memory().arena_bytes;
  ASSERT_GE(arena, size_t{8} << 20);
  const size_t before = resident_bytes();
  Context second(model, {.touch_ahead = 2});
  ASSERT_TRUE(second.run({&tensor, 1}).ok());
  EXPECT_GE(resident_after_a_while(before + arena * 7 / 4), before + arena * 7 / 4);
  EXPECT_LE(resident_bytes(), before + arena * 13 / 4);  // both contexts' rooms, and whole huge pages
}
#endif

TEST(Memory, RoomAheadStaysWithinTheLimit) {
  const Literal image = random_tensor({1, 3, 640, 640}, 1);
  const Tensor tensor = view(image);
  const auto model = compile_model(*convolution_net(), How::kOptimised);
  Context free(model, {});
  ASSERT_TRUE(free.run({&tensor, 1}).ok());
  const size_t needed = free.memory().arena_bytes + free.memory().output_bytes;
  Context exact(model, {.memory_limit = needed, .touch_ahead = 1e9}), small(model, {.memory_limit = needed - 1});
  EXPECT_TRUE(exact.run({&tensor, 1}).ok());
  EXPECT_EQ(small.run({&tensor, 1}).status().code(), Code::kResourceExhausted);
}

TEST(Memory, ACallBeyondTheLimitFailsBeforeItRunsAndTheNextOneWorks) {
  Context context(compile_model(*convolution_net(), How::kOptimised), {.memory_limit = size_t{256} << 10});
  const Literal large = random_tensor({4, 3, 256, 256}, 1), small = random_tensor({1, 3, 16, 16}, 2);
  const Tensor large_tensor = view(large), small_tensor = view(small);
  EXPECT_EQ(context.run({&large_tensor, 1}).status().code(), Code::kResourceExhausted);
  EXPECT_TRUE(context.run({&small_tensor, 1}).ok());
}

}  // namespace
}  // namespace gearbox::testing
