#include <algorithm>
#include <set>
#include <utility>

#include "kernels/sampled_product.h"

namespace gearbox::kernels {

SamplePlan::SamplePlan(std::span<const int64_t> rows, std::span<const int64_t> columns) : samples_(static_cast<int64_t>(rows.size())) {
  if (samples_ == 0) return;
  rows_ = std::max(kBlock, *std::ranges::max_element(rows) + 1);
  columns_ = std::max(kBlock, *std::ranges::max_element(columns) + 1);
  // The last blocks overlap those before them rather than the edge.
  const auto first = [](int64_t place, int64_t extent) { return std::min(place / kBlock * kBlock, extent - kBlock); };
  std::set<std::pair<int64_t, int64_t>> blocks;
  for (int64_t s = 0; s < samples_; ++s) {
    const int64_t row = rows[static_cast<size_t>(s)], column = columns[static_cast<size_t>(s)], from = row * ld() + column;
    blocks.emplace(first(row, rows_), first(column, columns_));
    if (!runs_.empty() && runs_.back().from + runs_.back().count == from && runs_.back().count < kRun) {
      ++runs_.back().count;
    } else {
      runs_.push_back({from, s, 1});
    }
  }
  for (const auto& [row, column] : blocks) blocks_.push_back({row, column});
}

}  // namespace gearbox::kernels
