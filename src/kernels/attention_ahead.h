#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/attention.h"
#include "kernels/attention_part.h"
#include "kernels/wanted.h"

namespace gearbox::kernels {

/// The operands of the part that a thread goes on with, which it asks for while it works on the one before: their rows lie too far apart
/// for the machine to foresee them.
class AttentionAhead {
 public:
  AttentionAhead() = default;

  AttentionAhead(const AttentionArgs& g, const AttentionPart& part, const AttentionPart& next) {
    const int64_t keys = std::min(g.k_len, kKeyBlock);
    if (g.q.col_stride == 1) add({Wanted(next.q) + next.row * g.q.row_stride, g.q.row_stride, next.rows, g.depth}, part.rows);
    if (next.k == part.k) return;
    if (g.k.col_stride == 1) {
      add({Wanted(next.k), g.k.row_stride, keys, g.depth}, part.rows);
    } else if (g.k.row_stride == 1) {
      add({Wanted(next.k), g.k.col_stride, g.depth, keys}, part.rows);
    }
    add({Wanted(next.v), g.v.row_stride, keys, g.value_depth}, part.rows);
  }

  /// Asks for one query's share.
  void ask() {
    constexpr int64_t kLine = 16;
    for (int64_t i = 0; i < count_; ++i) {
      Rows& m = matrices_[i];
      for (int64_t r = std::min(m.rows, m.share); r > 0; --r, --m.rows, m.from += m.stride) {
        for (int64_t j = 0; j < m.floats; j += kLine) (m.from + j).ask_in_l2();
      }
    }
  }

 private:
  struct Rows {
    Wanted from;
    int64_t stride = 0;
    int64_t rows = 0;
    int64_t floats = 0;  ///< of a row
    int64_t share = 0;   ///< rows for each query
  };

  void add(Rows matrix, int64_t queries) {
    matrix.share = divide_up(matrix.rows, queries);
    matrices_[count_++] = matrix;
  }

  Rows matrices_[3];
  int64_t count_ = 0;
};

}  // namespace gearbox::kernels
