#include "base/packed_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace gearbox {
namespace {

std::vector<std::vector<int64_t>> random_rows(size_t rows, size_t width, int64_t most, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<int64_t>> out(rows, std::vector<int64_t>(width));
  for (std::vector<int64_t>& row : out) {
    for (int64_t& value : row) value = static_cast<int64_t>(random() % (static_cast<uint64_t>(most) + 1));
  }
  std::ranges::sort(out);
  const auto repeated = std::ranges::unique(out);
  out.erase(repeated.begin(), repeated.end());
  return out;
}

void finds_its_rows_only(const std::vector<std::vector<int64_t>>& rows) {
  const PackedTable table(rows);
  for (size_t row = 0; row < rows.size(); ++row) {
    EXPECT_EQ(table.find(rows[row]), static_cast<int32_t>(row));
    for (size_t column = 0; column < rows[row].size(); ++column) {
      std::vector<int64_t> other = rows[row];
      for (const int64_t value : {other[column] + 1, other[column] - 1, int64_t{-1}, INT64_MAX}) {
        other[column] = value;
        const auto known = std::ranges::find(rows, other);
        EXPECT_EQ(table.find(other), known == rows.end() ? -1 : static_cast<int32_t>(known - rows.begin()));
      }
    }
  }
}

TEST(PackedTable, FindsEveryRowAndNothingElse) {
  for (const size_t width : {1, 2, 3, 8, 17}) {
    for (const int64_t most : {int64_t{0}, int64_t{1}, int64_t{7}, int64_t{4096}, INT64_MAX}) {
      finds_its_rows_only(random_rows(100, width, most, static_cast<uint64_t>(width) + static_cast<uint64_t>(most)));
    }
  }
}

TEST(PackedTable, PacksWhatFitsInFourWords) {
  EXPECT_TRUE(PackedTable({std::vector<int64_t>(8, 2048), std::vector<int64_t>(8, 1)}).packed());
  EXPECT_TRUE(PackedTable({std::vector<int64_t>(4, INT64_MAX)}).packed());
  EXPECT_FALSE(PackedTable({std::vector<int64_t>(5, INT64_MAX)}).packed());
}

TEST(PackedTable, Acceptance113_AHundredGearsOfEightAxesTakeAFewComparisonsOfFourWords) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const PackedTable table(random_rows(100, 8, 100'000, seed));
    EXPECT_TRUE(table.packed());
    EXPECT_LE(table.longest_search(), 20U);
  }
  for (int64_t step : {1, 8, 64, 4096}) {  // rows as people write them
    std::vector<std::vector<int64_t>> rows;
    for (int64_t row = 1; row <= 100; ++row) rows.emplace_back(8, step * row);
    EXPECT_LE(PackedTable(rows).longest_search(), 20U) << step;
  }
}

TEST(PackedTable, Acceptance116_EveryColumnIsCompared) {
  for (const int64_t large : {int64_t{1}, INT64_MAX / 2}) {  // packed values and hashed ones
    const PackedTable table({{1, 2, 3, 4, 5, large}, {1, 2, 3, 4, 6, large}, {1, 2, 3, 4, 5, large + 1}});
    EXPECT_EQ(table.find(std::vector<int64_t>{1, 2, 3, 4, 6, large}), 1);
    EXPECT_EQ(table.find(std::vector<int64_t>{1, 2, 3, 4, 6, large + 1}), -1);
    EXPECT_EQ(table.find(std::vector<int64_t>{1, 2, 3, 4, 7, large}), -1);
    EXPECT_EQ(table.find(std::vector<int64_t>{2, 2, 3, 4, 5, large}), -1);
  }
}

TEST(PackedTable, KnowsNoValuesOfAnEmptyTable) { EXPECT_EQ(PackedTable({}).find({}), -1); }

}  // namespace
}  // namespace gearbox
