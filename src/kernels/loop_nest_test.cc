#include "kernels/loop_nest.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <vector>

namespace gearbox {
namespace {

/// out = 1000 a + b on int32, in the place of compiled code. The second input's access kind is the template's.
template <LoopAccess kSecond>
void combine(const LoopArgs* args) {
  const auto at = [&](int k, int64_t row, int64_t column) {
    const LoopOperand& operand = args->operands[k];
    return reinterpret_cast<int32_t*>(static_cast<char*>(operand.data) + row * operand.row_stride) + column;
  };
  for (int64_t r = 0; r < args->rows; ++r) {
    for (int64_t c = 0; c < args->columns; ++c) {
      const bool dense = kSecond == LoopAccess::kDense || (kSecond == LoopAccess::kFlagged && args->operands[1].dense != 0);
      *at(2, r, c) = 1000 * *at(0, r, args->operands[0].dense != 0 ? c : 0) + *at(1, r, dense ? c : 0);
    }
  }
}

int64_t volume(const std::vector<int64_t>& dims) {
  int64_t out = 1;
  for (const int64_t d : dims) out *= d;
  return out;
}

/// Offset in an operand of `own` extents that belongs to element `index` of the output.
int64_t broadcast_offset(int64_t index, const std::vector<int64_t>& dims, const std::vector<int64_t>& own) {
  int64_t offset = 0, stride = 1;
  for (size_t back = 1; back <= dims.size(); ++back) {
    const int64_t at = index % dims[dims.size() - back];
    index /= dims[dims.size() - back];
    if (back > own.size()) break;
    if (own[own.size() - back] != 1) offset += at * stride;
    stride *= own[own.size() - back];
  }
  return offset;
}

void expect_combined(LoopFunction loop, LoopAccess second, const std::vector<int64_t>& dims, const std::vector<int64_t>& a_dims,
                     const std::vector<int64_t>& b_dims, ThreadPool& threads) {
  std::vector<int32_t> a(volume(a_dims)), b(volume(b_dims)), out(volume(dims) + 1, -7);
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int32_t>(i);
  for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<int32_t>(i) + 5;
  const LoopTensor tensors[] = {{a.data(), a_dims, 4, LoopAccess::kFlagged}, {b.data(), b_dims, 4, second}, {out.data(), dims, 4}};
  LoopNest nest;
  const Status made = make_loop_nest(dims, tensors, nest);
  ASSERT_TRUE(made.ok()) << made.text();
  run_loop(loop, nest, threads);
  for (int64_t i = 0; i < volume(dims); ++i) {
    ASSERT_EQ(out[i], 1000 * a[broadcast_offset(i, dims, a_dims)] + b[broadcast_offset(i, dims, b_dims)]) << "element " << i;
  }
  EXPECT_EQ(out.back(), -7);
}

TEST(LoopNest, BroadcastsAtRandomShapes) {
  std::mt19937 random(5);
  ThreadPool threads(2);
  for (int round = 0; round < 300; ++round) {
    std::vector<int64_t> dims(random() % 6);
    for (int64_t& d : dims) d = std::array<int64_t, 6>{0, 1, 1, 2, 3, 5}[random() % 6 == 0 ? random() % 2 : 2 + random() % 4];
    const auto operand = [&] {
      std::vector<int64_t> own = dims;
      for (int64_t& d : own) d = random() % 3 == 0 ? 1 : d;
      own.erase(own.begin(), own.begin() + static_cast<int64_t>(random() % (own.size() + 1)));
      return own;
    };
    expect_combined(combine<LoopAccess::kFlagged>, LoopAccess::kFlagged, dims, operand(), operand(), threads);
    expect_combined(combine<LoopAccess::kScalar>, LoopAccess::kScalar, dims, operand(), operand(), threads);
    expect_combined(combine<LoopAccess::kDense>, LoopAccess::kDense, dims, operand(), dims, threads);
  }
}

TEST(LoopNest, SplitsRowsAndColumnsAmongThreads) {
  ThreadPool threads(3);
  for (const std::vector<int64_t>& dims : {std::vector<int64_t>{1, 100003}, {3, 50001}, {9001, 7}, {40, 3, 500}}) {
    expect_combined(combine<LoopAccess::kFlagged>, LoopAccess::kFlagged, dims, dims, {dims.back()}, threads);
    expect_combined(combine<LoopAccess::kScalar>, LoopAccess::kScalar, dims, {1}, {dims[dims.size() - 2], 1}, threads);
  }
}

LoopNest plan(const std::vector<int64_t>& dims, const std::vector<int64_t>& b_dims, LoopAccess second) {
  const LoopTensor tensors[] = {{nullptr, dims, 4, LoopAccess::kDense}, {nullptr, b_dims, 4, second}, {nullptr, dims, 4}};
  LoopNest nest;
  EXPECT_TRUE(make_loop_nest(dims, tensors, nest).ok());
  return nest;
}

TEST(LoopNest, MergesAxes) {
  const LoopNest same = plan({2, 3, 4}, {2, 3, 4}, LoopAccess::kDense);
  EXPECT_EQ(same.columns, 24);
  EXPECT_EQ(same.rows, 1);
  EXPECT_EQ(same.axes, 0);

  const LoopNest channel = plan({2, 3, 4, 5}, {3, 1, 1}, LoopAccess::kScalar);
  EXPECT_EQ(channel.columns, 20);
  EXPECT_EQ(channel.rows, 3);
  EXPECT_EQ(channel.axes, 1);

  const LoopNest last = plan({2, 3, 4}, {4}, LoopAccess::kDense);
  EXPECT_EQ(last.columns, 4);
  EXPECT_EQ(last.rows, 6);
  EXPECT_EQ(last.axes, 0);
}

TEST(LoopNest, KeepsThePromiseOfTheAccessKindWhereAxesVanish) {
  // With extents of 1 the channel becomes the innermost axis, where a scalar operand may not vary.
  const LoopNest nest = plan({2, 3, 1, 1}, {3, 1, 1}, LoopAccess::kScalar);
  EXPECT_EQ(nest.columns, 1);
  EXPECT_EQ(nest.rows, 3);
}

TEST(LoopNest, RefusesWhatDoesNotBroadcast) {
  const std::vector<int64_t> dims = {2, 3}, wrong = {2};
  const LoopTensor tensors[] = {{nullptr, wrong, 4, LoopAccess::kFlagged}, {nullptr, dims, 4}};
  LoopNest nest;
  EXPECT_EQ(make_loop_nest(dims, tensors, nest).code(), Code::kInternal);
  const std::vector<LoopTensor> many(LoopNest::kMaxOperands + 1, LoopTensor{nullptr, dims, 4});
  EXPECT_EQ(make_loop_nest(dims, many, nest).code(), Code::kUnsupported);
}

}  // namespace
}  // namespace gearbox
