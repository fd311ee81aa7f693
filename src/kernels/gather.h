#pragma once

#include <cstdint>
#include <optional>

#include "base/thread_pool.h"

namespace gearbox::kernels {

/// out[o, i] = data[o, indices[i]] for rows of `row_bytes` bytes: data is [outer, extent] rows, out is [outer, count] rows.
/// Negative indices count from the end.
struct GatherArgs {
  int64_t outer = 1;
  int64_t extent = 0;
  int64_t count = 0;
  int64_t row_bytes = 0;
  const void* data = nullptr;
  void* out = nullptr;  ///< must not overlap the inputs
};

/// Gathers on the pool. Returns the position of the first index outside [-extent, extent), if there is one; nothing is written then.
/// Thread-safe.
std::optional<int64_t> gather(const GatherArgs& args, const int64_t* indices, ThreadPool& pool);
std::optional<int64_t> gather(const GatherArgs& args, const int32_t* indices, ThreadPool& pool);

}  // namespace gearbox::kernels
