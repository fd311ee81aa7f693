#include "kernels/permute.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "kernels/random_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace permute_test {

using Extents = std::vector<int64_t>;

/// Fills an array with distinct-looking bytes, permutes it and compares with the definition.
void check(const Extents& shape, const Extents& perm, size_t element, ThreadPool& pool) {
  SCOPED_TRACE(testing::PrintToString(shape) + " by " + testing::PrintToString(perm) + " of " + std::to_string(element));
  const int64_t count = std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
  std::vector<unsigned char> in(static_cast<size_t>(count) * element), out(in.size() + 1, 0xEE), want(in.size());
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<unsigned char>((i * 2654435761u) >> 13);
  permute(shape, perm, element, in.data(), out.data(), pool);
  Extents stride(shape.size()), at(shape.size());
  int64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    stride[i] = step;
    step *= shape[i];
  }
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, from = 0;
    for (size_t axis = perm.size(); axis-- > 0;) {
      const size_t source = static_cast<size_t>(perm[axis]);
      from += rest % shape[source] * stride[source];
      rest /= shape[source];
    }
    std::memcpy(want.data() + i * element, in.data() + from * element, element);
  }
  ASSERT_EQ(out.back(), 0xEE);
  out.pop_back();
  ASSERT_EQ(out, want);
}

constexpr size_t kSizes[] = {1, 2, 4, 8, 16};

TEST(Permute, EveryOrderOfSmallShapes) {
  ThreadPool pool(2);
  for_each_target([&] {
    for (const Extents& shape : {Extents{}, Extents{5}, Extents{3, 4}, Extents{1, 7}, Extents{0, 3}, Extents{2, 3, 5}, Extents{4, 1, 8},
                                 Extents{2, 3, 4, 5}, Extents{2, 1, 3, 2, 2}}) {
      Extents perm(shape.size());
      std::iota(perm.begin(), perm.end(), 0);
      do {
        for (size_t element : kSizes) check(shape, perm, element, pool);
      } while (std::next_permutation(perm.begin(), perm.end()));
    }
  });
}

TEST(Permute, PlanesAndRuns) {
  ThreadPool pool(2);
  for_each_target([&] {
    for (size_t element : kSizes) {
      check({70, 45}, {1, 0}, element, pool);
      check({3, 33, 64}, {0, 2, 1}, element, pool);
      check({2, 13, 4, 40}, {0, 2, 1, 3}, element, pool);
      check({2, 13, 4, 40}, {0, 2, 3, 1}, element, pool);
      check({2, 50, 30, 3}, {0, 3, 1, 2}, element, pool);
      check({50, 40, 2}, {1, 0, 2}, element, pool);
    }
    check({300, 500}, {1, 0}, 4, pool);
  });
}

TEST(Permute, RandomShapes) {
  std::mt19937 random(3);
  ThreadPool pool(3);
  for_each_target([&] {
    for (int i = 0; i < 100; ++i) {
      Extents shape, perm;
      const int64_t rank = random_int(1, 6, random);
      for (int64_t axis = 0; axis < rank; ++axis) {
        shape.push_back(random_int(1, 9, random));
        perm.push_back(axis);
      }
      std::shuffle(perm.begin(), perm.end(), random);
      check(shape, perm, kSizes[random_int(0, 4, random)], pool);
    }
  });
}

}  // namespace permute_test
}  // namespace gearbox::kernels
