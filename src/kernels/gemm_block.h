#pragma once

#include <cstdint>

#include "kernels/gemm.h"

namespace gearbox::kernels {

/// Rows of A, of one depth block or of several, in a thread's scratch: with kTileLda floats each they take 2/5 of a 1 MiB L2.
inline constexpr int64_t kScratchRows = 256;

/// Strassen's algorithm on blocks of so many rows: the sums of their quarters fill the scratch.
inline constexpr int64_t kStrassenProducts = 7;
inline constexpr int64_t kStrassenRows = kScratchRows / kStrassenProducts * 2;
inline constexpr int64_t kStrassenFewestRows = 28;

/// Groups of two depth blocks, the left and the right quarters.
constexpr int64_t strassen_groups(int64_t k) { return divide_up(k, 2 * kDepthBlock); }

/// Whether so many rows of B come in groups, and are enough for the sums to pay.
constexpr bool strassen_takes(int64_t k) {
  constexpr int64_t kLeastDepth = 192;
  return k >= kLeastDepth && k % (2 * strassen_groups(k)) == 0;
}

/// Whether a product may be computed so.
constexpr bool may_use_strassen(const GemmArgs& g) { return g.mixes_rows && g.a_col_stride == 1 && strassen_takes(g.k); }

/// What a thread's scratch holds of a block's rows of A, in all their depth.
enum class Copied : uint8_t {
  kNothing,
  kRows,  ///< the rows
  kSums,  ///< Strassen's sums of their quarters
};

/// A piece of C for one thread.
struct GemmBlock {
  int64_t row = 0;
  int64_t rows = 0;  ///< at most kScratchRows
  int64_t panel = 0;
  int64_t panel_end = 0;
  Copied copied = Copied::kNothing;  ///< of these rows, by a block before
  int64_t next_row = 0;              ///< rows that the thread is to go on with
  int64_t next_rows = 0;             ///< 0: the same, or not known
};

}  // namespace gearbox::kernels
