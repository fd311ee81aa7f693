#include <algorithm>

#include "kernels/recurrent_step.h"
#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/recurrent_simd.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/gemm_tile-inl.h"
#include "kernels/recurrent_cell-inl.h"
#include "kernels/recurrent_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace recurrence {

using gates::Target;

/// target (+)= state R[gate] for a strip of units.
HWY_INLINE void multiply(const RecurrentStep& t, const float* state, int64_t gate, int64_t unit, int64_t width, Target target) {
  const float* panel = t.weights.r + (gate * t.z.units + unit) * t.s.hidden;
  for (int64_t block = 0; block < t.z.depth_blocks; ++block) {
    const int64_t first = block * kDepthBlock;
    for (int64_t j = 0; j < width; j += gemm::kTileCols) {
      const gemm::Tile tile{.a = state + block * t.args.batch * kTileLda,
                            .b = panel + j * t.s.hidden + first * kPanel,
                            .b_row = kPanel,
                            .b_panel = t.s.hidden * kPanel,
                            .c = target.to + j,
                            .ldc = target.ld,
                            .depth = std::min(kDepthBlock, t.s.hidden - first),
                            .cols = std::min<int64_t>(gemm::kTileCols, width - j),
                            .add = target.add || block > 0 ? target.to + j : nullptr,
                            .add_ld = target.ld,
                            .asks_for_c = target.add && block == 0};
      gemm::run_tiles(t.args.batch, tile);
    }
  }
}

HWY_INLINE void add_product(const RecurrentStep& t, const float* state, int64_t gate, int64_t unit, int64_t width) {
  multiply(t, state, gate, unit, width, {t.gates + gate * t.z.units + unit, t.z.gates_ld, true});
}

HWY_INLINE cell::Rows rows_at(const RecurrentStep& t, int64_t b, int64_t unit) {
  const int64_t state = state_offset(t.args.batch, b, unit);
  return {.gates = t.gates + b * t.z.gates_ld + unit,
          .units = t.z.units,
          .bias = t.weights.bias + unit,
          .candidate = t.m.candidate + b * t.z.units + unit,
          .recurrent_bias = t.weights.recurrent_bias + unit,
          .peepholes = t.weights.peepholes + unit,
          .c = t.m.c + b * t.z.units + unit,
          .h = t.m.h + state,
          .next_h = t.m.next_h + state};
}

/// A strip of one sequence's new state and of Y; a finished sequence keeps its state and has zeros in Y.
template <class F>
HWY_INLINE void update(const RecurrentStep& t, const F& fn, int64_t b, int64_t unit, int64_t width) {
  const cell::Rows r = rows_at(t, b, unit);
  const int64_t valid = std::min(width, t.s.hidden - unit);
  float* y = t.args.y ? t.y(b) + unit : nullptr;
  if (t.active(b)) return cell::update(t.s, fn, r, width, y, valid);
  std::copy_n(r.h, width, r.next_h);
  if (y) std::fill_n(y, valid, 0.0f);
}

/// The reset gate of a GRU and r * h, where the next product needs them.
HWY_NOINLINE void run_reset(const RecurrentStep& t, int64_t begin, int64_t end) {
  for (int64_t unit = begin; unit < end; unit += kRecurrentStrip) {
    const int64_t width = std::min(kRecurrentStrip, end - unit);
    add_product(t, t.m.h, 1, unit, width);
    cell::with_functions(t.s, t.direction, [&](const auto& fn) HWY_ATTR {
      for (int64_t b = 0; b < t.args.batch; ++b) {
        cell::reset(fn, rows_at(t, b, unit), width, t.m.reset_h + state_offset(t.args.batch, b, unit));
      }
    });
  }
}

/// The cells of units of one depth block whose gates are complete. All of c comes before h: a cell is one long chain of operations, and
/// processors look far enough ahead to run halves of several at once, but not wholes.
HWY_NOINLINE void run_cells(const RecurrentStep& t, int64_t unit, int64_t width) {
  cell::with_functions(t.s, t.direction, [&](const auto& fn) HWY_ATTR {
    for (int64_t b = 0; b < t.args.batch && t.s.kind == CellKind::kLstm; ++b) {
      if (t.active(b)) cell::update_c(t.s, fn, rows_at(t, b, unit), width);
    }
    for (int64_t b = 0; b < t.args.batch; ++b) update(t, fn, b, unit, width);
  });
}

/// Whether a GRU's reset gate is part of the one phase of its steps.
HWY_INLINE bool resets_later(const RecurrentStep& t) { return t.s.kind == CellKind::kGru && t.s.linear_before_reset; }

/// Whether steps take a panel of units with all gates at once.
HWY_INLINE bool takes_panels(const RecurrentStep& t) {
  return (t.s.kind == CellKind::kLstm || resets_later(t)) && t.args.batch <= gates::kMaxRows;
}

/// The gates of a panel of units.
HWY_INLINE void multiply_panel(const RecurrentStep& t, int64_t unit) {
  gates::Tile tile{};
  tile.next_gate = t.z.units * t.s.hidden;
  for (int64_t gate = 0; gate < t.z.gates; ++gate) {
    tile.targets[gate] = {t.gates + gate * t.z.units + unit, t.z.gates_ld, true};
    for (int64_t b = 0; b < t.args.batch; ++b) __builtin_prefetch(tile.targets[gate].to + b * t.z.gates_ld);
  }
  if (resets_later(t)) tile.targets[2] = {t.m.candidate + unit, t.z.units, false};
  for (int64_t block = 0; block < t.z.depth_blocks; ++block) {
    tile.state = t.m.h + block * t.args.batch * kTileLda;
    tile.weights = t.weights.r + unit * t.s.hidden + block * kDepthBlock * kPanel;
    tile.depth = std::min(kDepthBlock, t.s.hidden - block * kDepthBlock);
    gates::run_tile(t.args.batch, t.z.gates, tile);
    tile.targets[2].add = true;
  }
}

/// The gates of a strip of units, one after another, but for a reset gate that run_reset did.
HWY_INLINE void multiply_strip(const RecurrentStep& t, int64_t unit, int64_t width) {
  const bool gru = t.s.kind == CellKind::kGru;
  for (int64_t gate = 0; gate < t.z.gates; ++gate) {
    if (!gru || gate == 0 || (gate == 1 && resets_later(t))) add_product(t, t.m.h, gate, unit, width);
  }
  if (resets_later(t)) {
    multiply(t, t.m.h, 2, unit, width, {t.m.candidate + unit, t.z.units, false});
  } else if (gru) {
    add_product(t, t.m.reset_h, 2, unit, width);
  }
}

/// Whether the gates of so many units of all sequences stay near until the last of them are done.
HWY_INLINE bool stay_near(const RecurrentStep& t, int64_t units) {
  constexpr int64_t kNearFloats = 16 * 1024;
  return t.args.batch * t.z.gates * units <= kNearFloats;
}

/// Units [begin, end) of one step.
HWY_NOINLINE void run_units(const RecurrentStep& t, int64_t begin, int64_t end) {
  const bool panels = takes_panels(t), cells_last = stay_near(t, end - begin);
  const int64_t strip = panels ? kPanel : kRecurrentStrip;
  const int64_t strips = divide_up(end - begin, strip);
  for (int64_t i = 0; i < strips; ++i) {
    // Every other step goes the other way: what of the weights the last step left in the cache is used before it is driven out.
    const int64_t unit = begin + strip * (t.index % 2 == 0 ? i : strips - 1 - i);
    const int64_t width = std::min(strip, end - unit);
    if (panels) {
      multiply_panel(t, unit);
    } else {
      multiply_strip(t, unit, width);
    }
    if (!cells_last) run_cells(t, unit, width);
  }
  for (int64_t unit = begin; cells_last && unit < end;) {
    const int64_t width = std::min(end - unit, kDepthBlock - unit % kDepthBlock);
    run_cells(t, unit, width);
    unit += width;
  }
}

}  // namespace recurrence

/// Units [begin, end) of one phase of a step: `reset` is the first phase of a GRU that resets before the product.
void recurrent_units(const RecurrentStep& t, int64_t begin, int64_t end, bool reset) {
  if (reset) {
    recurrence::run_reset(t, begin, end);
  } else {
    recurrence::run_units(t, begin, end);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {

HWY_EXPORT(recurrent_units);

void recurrent_step(const RecurrentStep& t, ThreadPool& pool) {
  // A piece is worth handing out when its weights take some microseconds to stream.
  constexpr int64_t kWeightsPerPiece = 32 * 1024;
  const int64_t strips = divide_up(t.z.units, kRecurrentStrip);
  const int64_t grain = std::max<int64_t>(1, kWeightsPerPiece / (kRecurrentStrip * t.s.hidden * t.z.gates * t.args.batch + 1));
  const auto units = HWY_DYNAMIC_DISPATCH(recurrent_units);
  const auto over_strips = [&](bool reset) {
    pool.parallel_for(strips, std::max(grain, divide_up(strips, pool.threads())), [&](int64_t begin, int64_t end, int) {
      units(t, begin * kRecurrentStrip, std::min(t.z.units, end * kRecurrentStrip), reset);
    });
  };
  if (t.s.kind == CellKind::kGru && !t.s.linear_before_reset) over_strips(true);
  over_strips(false);
}

}  // namespace gearbox::kernels
#endif
