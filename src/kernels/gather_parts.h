#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/thread_pool.h"

namespace gearbox::kernels {

/// A piece of every row of the output.
struct GatherPart {
  const void* data = nullptr;  ///< rows of `bytes` bytes: one for each row of the output, or a table
  int64_t bytes = 0;
  int64_t column = -1;  ///< of the indices that name the table's row; -1: no table
  int64_t extent = 0;   ///< rows of the table
};

/// Row r of `out` is its parts one after another, of a table the row that indices[r, column] names. Negative indices count from the end.
/// Every column is below `columns`; `out` holds `rows` times the bytes of all parts and must not overlap the inputs.
template <class Index>
struct GatherPartsArgs {
  int64_t rows = 0;
  std::span<const GatherPart> parts = {};
  const Index* indices = nullptr;  ///< rows x columns
  int64_t columns = 0;
  void* out = nullptr;
};

/// Where an index lies that is outside [-extent, extent) of its table.
struct BadIndex {
  int64_t row;
  size_t part;
};

/// Gathers on the pool. Returns an index that is out of range, if there is one; nothing is written then. Thread-safe.
std::optional<BadIndex> gather_parts(const GatherPartsArgs<int64_t>& args, ThreadPool& pool);
std::optional<BadIndex> gather_parts(const GatherPartsArgs<int32_t>& args, ThreadPool& pool);

}  // namespace gearbox::kernels
