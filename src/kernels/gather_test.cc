#include "kernels/gather.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "kernels/random_test_support.h"

namespace gearbox::kernels {
namespace gather_test {

template <class Index>
void check(int64_t outer, int64_t extent, int64_t count, int64_t row_bytes, std::mt19937& random) {
  SCOPED_TRACE(testing::Message() << outer << " x " << extent << ", " << count << " rows of " << row_bytes);
  std::vector<unsigned char> data(static_cast<size_t>(outer * extent * row_bytes));
  for (unsigned char& byte : data) byte = static_cast<unsigned char>(random());
  std::vector<Index> indices(static_cast<size_t>(count));
  for (Index& index : indices) index = static_cast<Index>(random_int(-extent, extent - 1, random));
  std::vector<unsigned char> out(static_cast<size_t>(outer * count * row_bytes) + 1, 0xEE);
  ThreadPool& pool = test_pool(2);
  const GatherArgs args{.outer = outer, .extent = extent, .count = count, .row_bytes = row_bytes, .data = data.data(), .out = out.data()};
  ASSERT_FALSE(gather(args, indices.data(), pool).has_value());
  for (int64_t o = 0; o < outer && row_bytes > 0; ++o) {
    for (int64_t i = 0; i < count; ++i) {
      const int64_t row = indices[i] < 0 ? indices[i] + extent : indices[i];
      ASSERT_EQ(std::memcmp(out.data() + (o * count + i) * row_bytes, data.data() + (o * extent + row) * row_bytes,
                            static_cast<size_t>(row_bytes)),
                0);
    }
  }
  ASSERT_EQ(out.back(), 0xEE);
}

TEST(Gather, EveryRowSize) {
  std::mt19937 random(1);
  for (int64_t row_bytes : {0, 1, 2, 3, 4, 8, 12, 64, 128, 256, 300, 3072}) {
    for (int64_t outer : {0, 1, 3}) {
      for (int64_t count : {0, 1, 40}) {
        check<int64_t>(outer, 17, count, row_bytes, random);
        check<int32_t>(outer, 1, count, row_bytes, random);
      }
    }
  }
}

TEST(Gather, NamesTheFirstBadIndexAndWritesNothing) {
  const float data[3] = {1, 2, 3};
  float out[3] = {-1, -1, -1};
  ThreadPool pool(1);
  const GatherArgs args{.extent = 3, .count = 3, .row_bytes = 4, .data = data, .out = out};
  const int64_t high[3] = {0, 3, -4};
  const int32_t low[3] = {0, 2, -4};
  EXPECT_EQ(gather(args, high, pool), 1);
  EXPECT_EQ(gather(args, low, pool), 2);
  EXPECT_EQ(out[0], -1);
}

}  // namespace gather_test
}  // namespace gearbox::kernels
