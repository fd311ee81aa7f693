#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"

namespace gearbox::kernels {

/// A gather whose indices and extents are known ahead: where each row comes from, checked and counted once.
class GatherPlan {
 public:
  GatherPlan() = default;
  /// out[o, i] = data[o, rows[i]] for rows of `row_bytes` bytes; data is [outer, extent] rows, and every row lies in [0, extent).
  GatherPlan(int64_t outer, int64_t extent, int64_t row_bytes, std::span<const int64_t> rows);

  /// `out` must not overlap `data`. Thread-safe.
  void run(const void* data, void* out, ThreadPool& pool) const;

 private:
  struct Run {
    int64_t from;   ///< bytes
    int64_t bytes;  ///< neighbouring rows are one run
  };
  template <class Element>
  void copy_elements(const char* data, char* out) const;
  void copy_runs(const char* data, char* out) const;

  int64_t outer_ = 0, row_bytes_ = 0, in_bytes_ = 0, out_bytes_ = 0;
  std::vector<int32_t> elements_;  ///< indices, where rows are single elements; else empty
  std::vector<Run> runs_;
};

}  // namespace gearbox::kernels
