#include "kernels/gather_parts.h"

#include <algorithm>
#include <cstring>

#include "kernels/gemm_blocking.h"

namespace gearbox::kernels {
namespace parting {

constexpr int64_t kLine = 64, kBytesPerPiece = 64 * 1024;
/// Parts that are asked for before they are needed, and the bytes of each: tables are larger than caches and rows come in no order.
constexpr int64_t kAhead = 12, kAheadBytes = 512;

template <class Index>
const char* source(const GatherPartsArgs<Index>& g, int64_t row, const GatherPart& part) {
  int64_t index = row;
  if (part.column >= 0) {
    index = g.indices[row * g.columns + part.column];
    if (index < 0) index += part.extent;
  }
  return static_cast<const char*>(part.data) + index * part.bytes;
}

/// Whole lines as plain moves: a call of memcpy takes as long as a short row.
void copy(char* to, const char* from, int64_t bytes) {
  for (; bytes >= kLine; bytes -= kLine, to += kLine, from += kLine) std::memcpy(to, from, kLine);
  if (bytes > 0) std::memcpy(to, from, static_cast<size_t>(bytes));
}

/// Walks the parts of rows [row, end) in the order of the output.
struct Cursor {
  int64_t row, end;
  size_t part = 0;

  bool done() const { return row >= end; }
  void next(size_t parts) {
    if (++part < parts) return;
    part = 0;
    ++row;
  }
};

template <class Index>
void copy_rows(const GatherPartsArgs<Index>& g, int64_t row_bytes, int64_t begin, int64_t end) {
  Cursor ahead{begin, end};
  const auto ask = [&] {
    if (ahead.done()) return;
    const GatherPart& part = g.parts[ahead.part];
    const char* from = source(g, ahead.row, part);
    for (int64_t at = 0; at < std::min(part.bytes, kAheadBytes); at += kLine) __builtin_prefetch(from + at);
    ahead.next(g.parts.size());
  };
  for (int64_t i = 0; i < kAhead; ++i) ask();
  char* to = static_cast<char*>(g.out) + begin * row_bytes;
  for (int64_t row = begin; row < end; ++row) {
    for (const GatherPart& part : g.parts) {
      ask();
      copy(to, source(g, row, part), part.bytes);
      to += part.bytes;
    }
  }
}

template <class Index>
std::optional<BadIndex> find_bad(const GatherPartsArgs<Index>& g) {
  for (int64_t row = 0; row < g.rows; ++row) {
    for (size_t p = 0; p < g.parts.size(); ++p) {
      const GatherPart& part = g.parts[p];
      if (part.column < 0) continue;
      const int64_t index = g.indices[row * g.columns + part.column];
      if (index < -part.extent || index >= part.extent) return BadIndex{row, p};
    }
  }
  return std::nullopt;
}

template <class Index>
std::optional<BadIndex> run(const GatherPartsArgs<Index>& g, ThreadPool& pool) {
  if (const auto bad = find_bad(g)) return bad;
  int64_t row_bytes = 0;
  for (const GatherPart& part : g.parts) row_bytes += part.bytes;
  if (g.rows <= 0 || row_bytes <= 0) return std::nullopt;
  pool.parallel_for(g.rows, divide_up(kBytesPerPiece, row_bytes),
                    [&](int64_t begin, int64_t end, int) { copy_rows(g, row_bytes, begin, end); });
  return std::nullopt;
}

}  // namespace parting

std::optional<BadIndex> gather_parts(const GatherPartsArgs<int64_t>& g, ThreadPool& pool) { return parting::run(g, pool); }
std::optional<BadIndex> gather_parts(const GatherPartsArgs<int32_t>& g, ThreadPool& pool) { return parting::run(g, pool); }

}  // namespace gearbox::kernels
