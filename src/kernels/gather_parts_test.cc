#include "kernels/gather_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/random_test_support.h"

namespace gearbox::kernels {
namespace gather_parts_test {

template <class Index>
void check(int64_t rows, int64_t columns, int64_t part_count, std::mt19937& random) {
  SCOPED_TRACE(testing::Message() << rows << " rows, " << columns << " columns, " << part_count << " parts");
  constexpr int64_t kBytes[] = {0, 4, 8, 60, 64, 100, 256, 1000};
  std::vector<std::vector<unsigned char>> data;
  std::vector<GatherPart> parts;
  int64_t row_bytes = 0;
  std::vector<Index> indices(static_cast<size_t>(rows * columns));
  for (Index& index : indices) index = static_cast<Index>(random_int(-5, 4, random));
  for (int64_t p = 0; p < part_count; ++p) {
    GatherPart part{.bytes = kBytes[random_int(0, 7, random)], .column = random_int(-1, columns - 1, random)};
    part.extent = part.column < 0 ? rows : random_int(5, 9, random);
    data.emplace_back(static_cast<size_t>(part.extent * part.bytes) + 1);
    for (unsigned char& byte : data.back()) byte = static_cast<unsigned char>(random());
    part.data = data.back().data();
    parts.push_back(part);
    row_bytes += part.bytes;
  }
  std::vector<unsigned char> out(static_cast<size_t>(rows * row_bytes) + 1, 0xEE);
  const GatherPartsArgs<Index> args{.rows = rows, .parts = parts, .indices = indices.data(), .columns = columns, .out = out.data()};
  ASSERT_FALSE(gather_parts(args, test_pool(2)).has_value());
  const unsigned char* got = out.data();
  for (int64_t row = 0; row < rows; ++row) {
    for (size_t p = 0; p < parts.size(); ++p) {
      int64_t from = row;
      if (parts[p].column >= 0) from = indices[static_cast<size_t>(row * columns + parts[p].column)];
      if (from < 0) from += parts[p].extent;
      ASSERT_EQ(std::memcmp(got, data[p].data() + from * parts[p].bytes, static_cast<size_t>(parts[p].bytes)), 0);
      got += parts[p].bytes;
    }
  }
  ASSERT_EQ(out.back(), 0xEE);
}

TEST(GatherParts, RandomParts) {
  std::mt19937 random(1);
  for (const int64_t rows : {0, 1, 3, 200}) {
    for (const int64_t parts : {0, 1, 2, 27}) {
      check<int64_t>(rows, 4, parts, random);
      check<int32_t>(rows, 1, parts, random);
      check<int64_t>(rows, 0, parts, random);
    }
  }
}

TEST(GatherParts, NamesABadIndexAndWritesNothing) {
  const float table[2] = {1, 2};
  float out[4] = {-1, -1, -1, -1};
  ThreadPool pool(1);
  const GatherPart parts[] = {{.data = table, .bytes = 4}, {.data = table, .bytes = 4, .column = 1, .extent = 2}};
  const int64_t indices[] = {9, 1, 9, 2};
  const auto bad = gather_parts(GatherPartsArgs<int64_t>{.rows = 2, .parts = parts, .indices = indices, .columns = 2, .out = out}, pool);
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->row, 1);
  EXPECT_EQ(bad->part, 1U);
  EXPECT_EQ(out[0], -1);
}

}  // namespace gather_parts_test
}  // namespace gearbox::kernels
