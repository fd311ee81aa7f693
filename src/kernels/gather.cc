#include "kernels/gather.h"

#include <algorithm>
#include <cstring>

#include "kernels/gemm_blocking.h"

namespace gearbox::kernels {
namespace gathering {

constexpr int64_t kBytesPerPiece = 64 * 1024;
/// Rows that are asked for before they are needed: tables are larger than caches and rows come in no order.
constexpr int64_t kAhead = 8;

/// Copies rows [begin, end) of the output; sizes known to the compiler turn into plain moves.
template <class Index, class Copy>
void copy_rows(const GatherArgs& g, const Index* indices, int64_t begin, int64_t end, const Copy& copy) {
  const auto source = [&](int64_t row) {
    const int64_t index = indices[row % g.count];
    return static_cast<const char*>(g.data) + (row / g.count * g.extent + (index < 0 ? index + g.extent : index)) * g.row_bytes;
  };
  char* to = static_cast<char*>(g.out) + begin * g.row_bytes;
  for (int64_t row = begin; row < end; ++row, to += g.row_bytes) {
    if (row + kAhead < end) __builtin_prefetch(source(row + kAhead));
    copy(to, source(row));
  }
}

template <class Index>
void copy_rows(const GatherArgs& g, const Index* indices, int64_t begin, int64_t end) {
  switch (g.row_bytes) {
    case 1: return copy_rows(g, indices, begin, end, [](char* to, const char* from) { *to = *from; });
    case 2: return copy_rows(g, indices, begin, end, [](char* to, const char* from) { std::memcpy(to, from, 2); });
    case 4: return copy_rows(g, indices, begin, end, [](char* to, const char* from) { std::memcpy(to, from, 4); });
    case 8: return copy_rows(g, indices, begin, end, [](char* to, const char* from) { std::memcpy(to, from, 8); });
    case 64: return copy_rows(g, indices, begin, end, [](char* to, const char* from) { std::memcpy(to, from, 64); });
    case 128: return copy_rows(g, indices, begin, end, [](char* to, const char* from) { std::memcpy(to, from, 128); });
    default:
      return copy_rows(g, indices, begin, end,
                       [&](char* to, const char* from) { std::memcpy(to, from, static_cast<size_t>(g.row_bytes)); });
  }
}

template <class Index>
std::optional<int64_t> run(const GatherArgs& g, const Index* indices, ThreadPool& pool) {
  for (int64_t i = 0; i < g.count; ++i) {
    if (indices[i] < -g.extent || indices[i] >= g.extent) return i;
  }
  const int64_t rows = g.outer * g.count;
  if (rows <= 0 || g.row_bytes <= 0) return std::nullopt;
  pool.parallel_for(rows, divide_up(kBytesPerPiece, g.row_bytes),
                    [&](int64_t begin, int64_t end, int) { copy_rows(g, indices, begin, end); });
  return std::nullopt;
}

}  // namespace gathering

std::optional<int64_t> gather(const GatherArgs& g, const int64_t* indices, ThreadPool& pool) { return gathering::run(g, indices, pool); }
std::optional<int64_t> gather(const GatherArgs& g, const int32_t* indices, ThreadPool& pool) { return gathering::run(g, indices, pool); }

}  // namespace gearbox::kernels
