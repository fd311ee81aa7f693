#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/attention.h"
#include "kernels/attention_ahead.h"
#include "kernels/attention_part.h"
#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/attention_simd.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/gemm_panels-inl.h"
#include "kernels/gemm_tile-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace flash {

/// Adds one mask row to n scores.
HWY_INLINE void add_mask(const float* mask, int64_t stride, int64_t n, float* s) {
  if (stride == 1) return rows::zip_row(s, mask, s, n, [](rows::V x, rows::V y) HWY_ATTR { return hn::Add(x, y); });
  for (int64_t j = 0; j < n; ++j) s[j] += mask[j * stride];
}

/// Replaces those of n scores that are not to be kept.
HWY_INLINE void replace(const bool* keep, int64_t stride, int64_t n, float otherwise, float* s) {
  const rows::D d;
  const hn::RebindToSigned<rows::D> wide;
  const hn::Rebind<uint8_t, rows::D> narrow;
  const rows::V other = hn::Set(d, otherwise);
  int64_t j = 0;
  for (; stride == 1 && j + rows::lanes() <= n; j += rows::lanes()) {
    const auto kept = hn::Ne(hn::PromoteTo(wide, hn::LoadU(narrow, reinterpret_cast<const uint8_t*>(keep) + j)), hn::Zero(wide));
    hn::StoreU(hn::IfThenElse(hn::RebindMask(d, kept), hn::LoadU(d, s + j), other), d, s + j);
  }
  for (; j < n; ++j) s[j] = keep[j * stride] ? s[j] : otherwise;
}

/// Keys of [first, first + count) that query `row` may see by causality: a prefix.
HWY_INLINE int64_t visible_keys(const AttentionArgs& g, int64_t row, int64_t first, int64_t count) {
  if (!g.causal) return count;
  return std::clamp<int64_t>(row + g.causal_offset + 1 - first, 0, count);
}

/// Copies rows to kTileLda apart, scaled.
HWY_INLINE void copy_scaled(const float* from, int64_t row_stride, int64_t col_stride, int64_t rows, int64_t depth, float scale,
                            float* to) {
  if (col_stride != 1) {
    gemm::copy_rows(from, row_stride, col_stride, rows, depth, to);
    for (int64_t i = 0; i < rows; ++i) rows::scale_row(to + i * kTileLda, depth, scale);
    return;
  }
  const rows::V factor = hn::Set(rows::D(), scale);
  for (int64_t i = 0; i < rows; ++i) {
    rows::map_row(from + i * row_stride, to + i * kTileLda, depth, [=](rows::V v) HWY_ATTR { return hn::Mul(v, factor); });
  }
}

/// Whether the tiles of the scores add the mask.
HWY_INLINE bool tiles_add_mask(const AttentionArgs& g, const AttentionPart& p) {
  return p.mask && !p.keep && g.mask_strides.key == 1 && g.depth <= kDepthBlock && p.rows > 1;
}

/// One block of queries against one block of keys.
struct Block {
  int64_t row, rows;  ///< queries
  int64_t key, keys;
  int64_t seen;  ///< keys that the last query may see
};

/// The scores of a block, kTileLda apart, into w.scores.
HWY_INLINE void score(const AttentionArgs& g, const AttentionPart& p, const Block& b, bool panels_ready, const AttentionScratch& w) {
  const float* q = p.q + b.row * g.q.row_stride;
  const float* k = p.k + b.key * g.k.row_stride;
  const int64_t depth = std::max<int64_t>(1, balanced_depth(g.depth));
  for (int64_t from = 0; from == 0 || from < g.depth; from += depth) {
    const int64_t n = std::min(depth, g.depth - from);
    copy_scaled(q + from * g.q.col_stride, g.q.row_stride, g.q.col_stride, b.rows, n, g.scale, w.queries);
    if (p.rows == 1 && g.k.col_stride == 1 && n == g.depth) {
      return gemm::dot_rows(w.queries, k, g.k.row_stride, n, b.seen, w.scores);
    }
    if (!panels_ready || n < g.depth) {
      gemm::pack_panels(k + from * g.k.col_stride, g.k.col_stride, g.k.row_stride, n, b.keys, w.key_panels);
    }
    const float* mask = tiles_add_mask(g, p) ? p.mask + b.row * g.mask_strides.query + b.key : nullptr;
    for (int64_t j = 0; j < b.seen; j += gemm::kTileCols) {
      // There is room for whole panels of scores, but not behind a mask.
      const int64_t cols = std::min<int64_t>(gemm::kTileCols, b.seen - j);
      const gemm::Tile t{.a = w.queries,
                         .b = w.key_panels + j * n,
                         .b_row = kPanel,
                         .b_panel = n * kPanel,
                         .c = w.scores + j,
                         .ldc = kTileLda,
                         .depth = n,
                         .cols = mask ? cols : round_up(cols, kPanel),
                         .add = from > 0 ? w.scores + j
                                : mask   ? mask + j
                                         : nullptr,
                         .add_ld = from > 0 ? kTileLda : g.mask_strides.query};
      gemm::run_tiles(b.rows, t);
    }
  }
}

/// Rows that go through a step together, so that the ends of one row's sums overlap with the next one's.
constexpr int64_t kGroup = 8;

/// Turns scores into unnormalised probabilities and carries the running maximum and sum of each query on.
HWY_INLINE void soften(const AttentionArgs& g, const AttentionPart& p, const Block& b, AttentionAhead& ahead, const AttentionScratch& w) {
  constexpr float kLowest = -std::numeric_limits<float>::infinity();
  const bool adds_mask = p.mask && !tiles_add_mask(g, p);
  const rows::D d;
  HWY_ALIGN float sums[kGroup * hn::MaxLanes(d)];
  float before[kGroup], shift[kGroup];
  for (int64_t first = 0; first < b.rows; first += kGroup) {
    const int64_t group = std::min(kGroup, b.rows - first);
    float* maximum = w.maximum + b.row + first - p.row;
    float* sum = w.sum + b.row + first - p.row;
    for (int64_t i = 0; i < group; ++i) {
      ahead.ask();
      const int64_t row = b.row + first + i;
      float* s = w.scores + (first + i) * kTileLda;
      const int64_t n = visible_keys(g, row, b.key, b.seen);
      if (p.keep) replace(p.keep + row * g.keep_strides.query + b.key * g.keep_strides.key, g.keep_strides.key, n, g.otherwise, s);
      if (adds_mask) add_mask(p.mask + row * g.mask_strides.query + b.key * g.mask_strides.key, g.mask_strides.key, n, s);
      before[i] = b.key == 0 ? kLowest : maximum[i];
      maximum[i] = std::max(before[i], rows::max_of(s, n));
    }
    for (int64_t i = 0; i < group; ++i) {
      float* s = w.scores + (first + i) * kTileLda;
      const int64_t n = visible_keys(g, b.row + first + i, b.key, b.seen);
      shift[i] = maximum[i] == kLowest ? 0 : maximum[i];
      hn::Store(rows::exp_and_sums(s, s, n, shift[i]), d, sums + i * rows::lanes());
      std::fill(s + n, s + b.seen, 0.0f);
    }
    for (int64_t i = 0; i < group; ++i) {
      const float added = hn::GetLane(hn::SumOfLanes(d, hn::Load(d, sums + i * rows::lanes())));
      if (b.key == 0) {
        sum[i] = added;
        continue;
      }
      const float keep_before = std::exp(before[i] - shift[i]);
      sum[i] = sum[i] * keep_before + added;
      if (keep_before != 1) rows::scale_row(p.out + (b.row + first + i) * g.out_row_stride, g.value_depth, keep_before);
    }
  }
}

/// out (+)= probabilities V. V is read where it lies when few queries use it; columns that do not fill a panel are packed, for a panel is
/// read whole.
HWY_INLINE void mix(const AttentionArgs& g, const AttentionPart& p, const Block& b, bool panels_ready, const AttentionScratch& w) {
  const bool direct = p.rows <= gemm::kMaxRows && g.v.col_stride == 1;
  for (int64_t from = 0; from < g.value_depth; from += kValueBlock) {
    const int64_t width = std::min(kValueBlock, g.value_depth - from);
    const int64_t direct_cols = direct ? width / kPanel * kPanel : 0;
    const float* v = p.v + b.key * g.v.row_stride + from * g.v.col_stride;
    if (!panels_ready || width < g.value_depth) {
      gemm::pack_panels(v + direct_cols * g.v.col_stride, g.v.row_stride, g.v.col_stride, b.keys, width - direct_cols, w.value_panels);
    }
    for (int64_t j = 0; j < width;) {
      const bool here = j < direct_cols;
      const int64_t cols = std::min<int64_t>(gemm::kTileCols, (here ? direct_cols : width) - j);
      float* out = p.out + b.row * g.out_row_stride + from + j;
      const gemm::Tile t{.a = w.scores,
                         .b = here ? v + j : w.value_panels + (j - direct_cols) * b.keys,
                         .b_row = here ? g.v.row_stride : kPanel,
                         .b_panel = here ? kPanel : b.keys * kPanel,
                         .c = out,
                         .ldc = g.out_row_stride,
                         .depth = b.seen,
                         .cols = cols,
                         .add = b.key > 0 ? out : nullptr,
                         .add_ld = g.out_row_stride,
                         .asks_for_c = b.key == 0};
      gemm::run_tiles(b.rows, t);
      j += cols;
    }
  }
}

}  // namespace flash

/// `next`: what the calling thread goes on with, or null.
void attention_part(const AttentionArgs& g, const AttentionPart& p, const AttentionPart* next, float* memory) {
  const AttentionScratch w = AttentionScratch::over(memory);
  AttentionAhead nothing, ahead;
  if (next && p.rows > gemm::kMaxRows) ahead = AttentionAhead(g, p, *next);
  for (int64_t key = 0; key == 0 || key < g.k_len; key += kKeyBlock) {
    const int64_t keys = std::min(kKeyBlock, g.k_len - key);
    bool panels_ready = false;
    for (int64_t first = 0; first < p.rows; first += kRowBlock) {
      const int64_t rows = std::min(kRowBlock, p.rows - first);
      const int64_t row = p.row + first;
      const flash::Block b{row, rows, key, keys, flash::visible_keys(g, row + rows - 1, key, keys)};
      if (b.seen == 0 && key > 0) continue;
      flash::score(g, p, b, panels_ready, w);
      flash::soften(g, p, b, key + kKeyBlock < g.k_len ? nothing : ahead, w);
      flash::mix(g, p, b, panels_ready, w);
      panels_ready = true;
    }
  }
  for (int64_t i = 0; i < p.rows; ++i) {
    const float factor = g.k_len == 0 ? 0.0f : 1.0f / w.sum[i];
    rows::scale_row(p.out + (p.row + i) * g.out_row_stride, g.value_depth, factor);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {

HWY_EXPORT(attention_part);

namespace attention_driver {

constexpr int64_t kSerialWork = 100'000;

/// Queries of one task: whole heads if there are enough of them to go round.
int64_t queries_per_task(const AttentionArgs& g, int threads) {
  const int64_t heads = g.batch * g.heads;
  const int64_t blocks = divide_up(g.q_len, kQueryBlock);
  const int64_t wanted = threads > 1 && heads * blocks < 2 * threads ? divide_up(2 * threads, heads) : blocks;
  return std::min(kQueryBlock, divide_up(g.q_len, std::max(blocks, wanted)));
}

/// Part `index`, with `parts` of `rows` queries for each head.
AttentionPart part_of(const AttentionArgs& g, int64_t index, int64_t parts, int64_t rows) {
  const int64_t head = index / parts % g.heads, batch = index / parts / g.heads, kv_head = head / g.kv_group;
  AttentionPart p;
  p.q = g.q.data + batch * g.q.batch_stride + head * g.q.head_stride;
  p.k = g.k.data + batch * g.k.batch_stride + kv_head * g.k.head_stride;
  p.v = g.v.data + batch * g.v.batch_stride + kv_head * g.v.head_stride;
  p.out = g.out + batch * g.out_batch_stride + head * g.out_head_stride;
  if (g.mask) p.mask = g.mask + batch * g.mask_strides.batch + head * g.mask_strides.head;
  if (g.keep) p.keep = g.keep + batch * g.keep_strides.batch + head * g.keep_strides.head;
  p.row = index % parts * rows;
  p.rows = std::min(rows, g.q_len - p.row);
  return p;
}

}  // namespace attention_driver

int64_t attention_scratch_bytes(int threads) { return threads * AttentionScratch::kFloats * static_cast<int64_t>(sizeof(float)); }

void attention(const AttentionArgs& g, ThreadPool& pool, void* scratch) {
  const int64_t heads = g.batch * g.heads;
  if (heads <= 0 || g.q_len <= 0) return;
  const int64_t rows = attention_driver::queries_per_task(g, pool.threads());
  const int64_t parts = divide_up(g.q_len, rows);
  const auto run = HWY_DYNAMIC_DISPATCH(attention_part);
  const int64_t work = std::max<int64_t>(1, rows * g.k_len * (g.depth + g.value_depth));
  pool.parallel_for(heads * parts, divide_up(attention_driver::kSerialWork, work), [&](int64_t begin, int64_t end, int thread) {
    AttentionPart part = attention_driver::part_of(g, begin, parts, rows);
    for (int64_t i = begin; i < end; ++i) {
      const AttentionPart next = attention_driver::part_of(g, std::min(i + 1, end - 1), parts, rows);
      run(g, part, i + 1 < end ? &next : nullptr, static_cast<float*>(scratch) + thread * AttentionScratch::kFloats);
      part = next;
    }
  });
}

}  // namespace gearbox::kernels
#endif
