#include "kernels/gather.h"

#include <algorithm>
#include <cstring>

#include "kernels/gemm_blocking.h"

namespace gearbox::kernels {
namespace gathering {

constexpr int64_t kBytesPerPiece = 64 * 1024;
/// Rows that are asked for before they are needed, and the bytes of each: tables are larger than caches and rows come in no order.
constexpr int64_t kAhead = 8, kAheadBytes = 512, kLine = 64;

/// Rows whose size the compiler knows are plain moves.
template <int64_t kBytes>
struct FixedRow {
  static constexpr int64_t bytes() { return kBytes; }
};
struct AnyRow {
  int64_t size;
  int64_t bytes() const { return size; }
};

template <class Row>
void ask_for(const char* from, const Row& row) {
  for (int64_t at = 0; at < std::min(row.bytes(), kAheadBytes); at += kLine) __builtin_prefetch(from + at);
}

/// Copies `count` rows of one outer position.
template <class Index, class Row>
void copy_rows(const char* data, int64_t extent, const Index* indices, int64_t count, char* to, const Row& row) {
  const auto source = [&](int64_t i) {
    const int64_t index = indices[i];
    return data + (index < 0 ? index + extent : index) * row.bytes();
  };
  const bool far = row.bytes() >= kLine;
  for (int64_t i = 0; far && i < std::min(count, kAhead); ++i) ask_for(source(i), row);
  for (int64_t i = 0; i < count; ++i, to += row.bytes()) {
    if (far && i + kAhead < count) ask_for(source(i + kAhead), row);
    std::memcpy(to, source(i), static_cast<size_t>(row.bytes()));
  }
}

/// Rows [begin, end) of the output.
template <class Index, class Row>
void copy_rows(const GatherArgs& g, const Index* indices, int64_t begin, int64_t end, const Row& row) {
  int64_t outer = begin / g.count, first = begin % g.count;
  while (begin < end) {
    const int64_t count = std::min(end - begin, g.count - first);
    copy_rows(static_cast<const char*>(g.data) + outer * g.extent * row.bytes(), g.extent, indices + first, count,
              static_cast<char*>(g.out) + begin * row.bytes(), row);
    begin += count;
    first = 0;
    ++outer;
  }
}

template <class Index>
void copy_rows(const GatherArgs& g, const Index* indices, int64_t begin, int64_t end) {
  switch (g.row_bytes) {
    case 1: return copy_rows(g, indices, begin, end, FixedRow<1>());
    case 2: return copy_rows(g, indices, begin, end, FixedRow<2>());
    case 4: return copy_rows(g, indices, begin, end, FixedRow<4>());
    case 8: return copy_rows(g, indices, begin, end, FixedRow<8>());
    case 64: return copy_rows(g, indices, begin, end, FixedRow<64>());
    case 128: return copy_rows(g, indices, begin, end, FixedRow<128>());
    case 256: return copy_rows(g, indices, begin, end, FixedRow<256>());
    default: return copy_rows(g, indices, begin, end, AnyRow{g.row_bytes});
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
