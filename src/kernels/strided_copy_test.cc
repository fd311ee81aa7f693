#include "kernels/strided_copy.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

namespace gearbox::kernels {

namespace strided_copy_test {

using Ints = std::vector<int64_t>;

/// Copies elements of `size` bytes both ways and compares every byte; bytes that nobody writes must stay.
void check(const Ints& extents, const Ints& in_strides, const Ints& out_strides, int64_t size, ThreadPool& pool) {
  int64_t low = 0, high = 0, out_high = 0, count = 1;
  for (size_t k = 0; k < extents.size(); ++k) {
    count *= extents[k];
    const int64_t reach = (extents[k] - 1) * in_strides[k];
    (reach < 0 ? low : high) += reach;
    out_high += (extents[k] - 1) * out_strides[k];
  }
  if (count == 0) low = high = out_high = 0;
  std::vector<uint8_t> in(static_cast<size_t>((high - low + 1) * size));
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<uint8_t>(i * 37 + i / 251);
  std::vector<uint8_t> expected(static_cast<size_t>((out_high + 1) * size), 0xEE), given = expected;
  Ints index(extents.size(), 0);
  for (int64_t n = 0; n < count; ++n) {
    int64_t from = -low, to = 0;
    for (int64_t k = static_cast<int64_t>(extents.size()), rest = n; k-- > 0;) {
      const auto at = static_cast<size_t>(k);
      from += rest % extents[at] * in_strides[at];
      to += rest % extents[at] * out_strides[at];
      rest /= extents[at];
    }
    std::copy_n(in.begin() + from * size, size, expected.begin() + to * size);
  }
  strided_copy(extents, in_strides, out_strides, static_cast<size_t>(size), in.data() - low * size, given.data(), pool);
  EXPECT_EQ(expected, given) << testing::PrintToString(extents) << testing::PrintToString(in_strides) << testing::PrintToString(out_strides)
                             << " of " << size;
}

TEST(StridedCopy, NamedCases) {
  ThreadPool pool(2);
  for (const int64_t size : {1, 2, 3, 4, 8, 12, 16}) {
    check({}, {}, {}, size, pool);
    check({0, 3}, {3, 1}, {3, 1}, size, pool);
    check({5}, {-1}, {1}, size, pool);
    check({7}, {0}, {1}, size, pool);
    check({2, 3, 4}, {12, 4, 1}, {12, 4, 1}, size, pool);
    check({2, 3, 4}, {40, 8, 2}, {12, 4, 1}, size, pool);
    check({2, 3, 4}, {12, 4, 1}, {30, 5, 1}, size, pool);
    check({3, 2, 3, 2}, {0, 2, 0, 1}, {12, 6, 2, 1}, size, pool);
    check({1, 6, 1, 5}, {99, 5, 99, 1}, {99, 7, 99, 1}, size, pool);
  }
}

TEST(StridedCopy, LongRunsBeyondCaches) {
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    for (const int64_t size : {1, 4}) {
      check({5, 300001}, {300001, 1}, {300017, 1}, size, pool);
      check({2, 3, 90000}, {270000, 90000, 1}, {280000, 90003, 1}, 2 * size, pool);
    }
  }
}

TEST(StridedCopy, LargeCopiesAreThreaded) {
  ThreadPool pool(3);
  check({1000000}, {1}, {1}, 1, pool);
  check({300000}, {2}, {1}, 4, pool);
  check({300, 1000}, {2000, 2}, {1000, 1}, 4, pool);
  check({300, 3000}, {-3000, 1}, {3000, 1}, 1, pool);
}

TEST(StridedCopy, RandomStrides) {
  ThreadPool pool(2);
  std::mt19937 random(7);
  auto below = [&](int64_t n) { return static_cast<int64_t>(random() % static_cast<uint64_t>(n)); };
  for (int round = 0; round < 500; ++round) {
    Ints extents, in, out;
    for (int64_t k = below(6); k > 0; --k) extents.push_back(1 + below(4));
    int64_t stride = 1;
    for (size_t k = extents.size(); k-- > 0;) {
      out.insert(out.begin(), stride);
      stride *= extents[k] + below(2);
      in.insert(in.begin(), below(3) == 0 ? 0 : below(2) == 0 ? out.front() : below(20) - 10);
    }
    check(extents, in, out, 1 + below(9), pool);
  }
}

}  // namespace strided_copy_test

}  // namespace gearbox::kernels
