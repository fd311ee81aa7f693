#include <algorithm>
#include <utility>

#include "kernels/recurrent.h"
#include "kernels/recurrent_layout.h"
#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/recurrent_simd.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/gemm_tile-inl.h"
#include "kernels/recurrent_cell-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace recurrence {

/// Hidden units that a strip takes at once: their gates stay in L1 between the product and the cell.
constexpr int64_t kStrip = 2 * kPanel;

/// One step of one direction.
struct Step {
  const RecurrentShape& s;
  const RecurrentArgs& args;
  RecurrentSizes z;
  RecurrentDirection<const float> weights;
  RecurrentState m;
  int direction;
  bool backwards;
  int64_t index;  ///< counted in running order

  int64_t length(int64_t b) const { return args.lengths ? args.lengths[b] : args.steps; }
  bool active(int64_t b) const { return index < length(b); }
  int64_t time(int64_t b) const { return !active(b) ? index : backwards ? length(b) - 1 - index : index; }
  int64_t gate_row() const { return 4 * z.units; }
};

/// gates[.., column] += state R[gate] for a strip of units.
HWY_INLINE void add_product(const Step& t, const float* state, int64_t gate, int64_t unit, int64_t width, int64_t column) {
  const float* panel = t.weights.r + (gate * t.z.units + unit) * t.s.hidden;
  for (int64_t block = 0; block < t.z.depth_blocks; ++block) {
    const int64_t first = block * kDepthBlock;
    for (int64_t j = 0; j < width; j += gemm::kTileCols) {
      const gemm::Tile tile{.a = state + block * t.args.batch * kTileLda,
                            .b = panel + j * t.s.hidden + first * kPanel,
                            .b_row = kPanel,
                            .b_panel = t.s.hidden * kPanel,
                            .c = t.m.gates + column + unit + j,
                            .ldc = t.gate_row(),
                            .depth = std::min(kDepthBlock, t.s.hidden - first),
                            .cols = std::min<int64_t>(gemm::kTileCols, width - j),
                            .accumulate = true};
      gemm::run_tiles(t.args.batch, tile, [](int64_t, int64_t) {});
    }
  }
}

/// Brings the input products of a strip of one gate to the step's gates.
HWY_INLINE void load_products(const Step& t, int64_t gate, int64_t unit, int64_t width) {
  for (int64_t b = 0; b < t.args.batch; ++b) {
    std::copy_n(t.m.products + (t.time(b) * t.args.batch + b) * t.z.row + gate * t.z.units + unit, width,
                t.m.gates + b * t.gate_row() + gate * t.z.units + unit);
  }
}

HWY_INLINE cell::Rows rows_at(const Step& t, int64_t b, int64_t unit) {
  const int64_t state = state_offset(t.args.batch, b, unit);
  return {t.m.gates + b * t.gate_row() + unit, t.z.units,     t.weights.peepholes + unit,
          t.m.c + b * t.z.units + unit,        t.m.h + state, t.m.next_h + state};
}

/// Writes a strip of the new state to Y; a finished sequence keeps its state and has zeros in Y.
HWY_INLINE void emit(const Step& t, int64_t b, int64_t unit, int64_t width) {
  const cell::Rows r = rows_at(t, b, unit);
  if (!t.active(b)) std::copy_n(r.h, width, r.next_h);
  if (!t.args.y) return;
  const int64_t valid = std::min(width, t.s.hidden - unit);
  float* y = t.args.y + ((t.time(b) * t.s.directions + t.direction) * t.args.batch + b) * t.s.hidden + unit;
  if (t.active(b)) {
    std::copy_n(r.next_h, valid, y);
  } else {
    std::fill_n(y, valid, 0.0f);
  }
}

/// The reset gate of a GRU and r * h, where the next product needs them.
HWY_NOINLINE void run_reset(const Step& t, int64_t begin, int64_t end) {
  for (int64_t unit = begin; unit < end; unit += kStrip) {
    const int64_t width = std::min(kStrip, end - unit);
    load_products(t, 1, unit, width);
    add_product(t, t.m.h, 1, unit, width, t.z.units);
    cell::with_functions(t.s, t.direction, [&](const auto& fn) HWY_ATTR {
      for (int64_t b = 0; b < t.args.batch; ++b) {
        cell::reset(fn, rows_at(t, b, unit), width, t.m.reset_h + state_offset(t.args.batch, b, unit));
      }
    });
  }
}

/// Units [begin, end) of one step.
HWY_NOINLINE void run_units(const Step& t, int64_t begin, int64_t end) {
  const bool gru = t.s.kind == CellKind::kGru;
  const bool reset_later = gru && t.s.linear_before_reset;
  const int64_t strips = divide_up(end - begin, kStrip);
  for (int64_t strip = 0; strip < strips; ++strip) {
    // Every other step goes the other way: what of the weights the last step left in the cache is used before it is driven out.
    const int64_t unit = begin + kStrip * (t.index % 2 == 0 ? strip : strips - 1 - strip);
    const int64_t width = std::min(kStrip, end - unit);
    for (int64_t gate = 0; gate < t.z.gates; ++gate) {
      if (gru && gate == 1 && !reset_later) continue;  // run_reset did it
      load_products(t, gate, unit, width);
      if (gru && gate == 2) continue;
      add_product(t, t.m.h, gate, unit, width, gate * t.z.units);
    }
    if (reset_later) {
      for (int64_t b = 0; b < t.args.batch; ++b) {
        std::copy_n(t.weights.recurrent_bias + unit, width, t.m.gates + b * t.gate_row() + 3 * t.z.units + unit);
      }
      add_product(t, t.m.h, 2, unit, width, 3 * t.z.units);
    } else if (gru) {
      add_product(t, t.m.reset_h, 2, unit, width, 2 * t.z.units);
    }
    cell::with_functions(t.s, t.direction, [&](const auto& fn) HWY_ATTR {
      for (int64_t b = 0; b < t.args.batch; ++b) {
        if (t.active(b)) cell::update(t.s, fn, rows_at(t, b, unit), width);
        emit(t, b, unit, width);
      }
    });
  }
}

}  // namespace recurrence

/// All steps of one direction; m.products are ready, m.h and m.c hold the initial state. Returns where the final h lies.
const float* recurrent_steps(const RecurrentShape& s, const RecurrentArgs& args, int direction, RecurrentState m, ThreadPool& pool) {
  const RecurrentSizes z(s);
  recurrence::Step t{s, args, z, RecurrentDirection<const float>::of(s, args.packed, direction), m, direction, s.reverse || direction == 1,
                     0};
  // A piece is worth handing out when its weights take some microseconds to stream.
  constexpr int64_t kWeightsPerPiece = 32 * 1024;
  const int64_t strips = divide_up(z.units, recurrence::kStrip);
  const int64_t grain = std::max<int64_t>(1, kWeightsPerPiece / (recurrence::kStrip * s.hidden * z.gates * args.batch + 1));
  const auto over_strips = [&](auto run) {
    pool.parallel_for(strips, std::max(grain, divide_up(strips, pool.threads())), [&](int64_t begin, int64_t end, int) {
      run(t, begin * recurrence::kStrip, std::min(z.units, end * recurrence::kStrip));
    });
  };
  for (; t.index < args.steps; ++t.index) {
    if (s.kind == CellKind::kGru && !s.linear_before_reset) over_strips(recurrence::run_reset);
    over_strips(recurrence::run_units);
    std::swap(t.m.h, t.m.next_h);
  }
  return t.m.h;
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {

HWY_EXPORT(recurrent_steps);

namespace recurrence {

/// All input products of one direction in one matrix product.
void multiply_inputs(const RecurrentShape& s, const RecurrentArgs& args, int direction, float* products, ThreadPool& pool, void* scratch) {
  const RecurrentSizes z(s);
  const auto weights = RecurrentDirection<const float>::of(s, args.packed, direction);
  const EpilogueStep bias[] = {{.kind = EpilogueKind::kAddChannel, .data = weights.bias}};
  gemm_packed({.m = args.steps * args.batch,
               .n = z.row,
               .k = s.inputs,
               .a = args.x,
               .a_row_stride = s.inputs,
               .packed_b = weights.w,
               .c = products,
               .ldc = z.row,
               .epilogue = {bias}},
              pool, scratch);
}

void load_state(const RecurrentShape& s, const RecurrentArgs& args, int direction, const RecurrentState& m) {
  const RecurrentSizes z(s);
  std::fill_n(m.gates, 4 * args.batch * z.units, 0.0f);
  std::fill_n(m.c, args.batch * z.units, 0.0f);
  std::fill_n(m.h, 3 * z.depth_blocks * args.batch * kTileLda, 0.0f);
  for (int64_t b = 0; b < args.batch; ++b) {
    const int64_t from = (direction * args.batch + b) * s.hidden;
    if (args.initial_c) std::copy_n(args.initial_c + from, s.hidden, m.c + b * z.units);
    if (!args.initial_h) continue;
    for (int64_t u = 0; u < s.hidden; ++u) m.h[state_offset(args.batch, b, u)] = args.initial_h[from + u];
  }
}

void store_state(const RecurrentShape& s, const RecurrentArgs& args, int direction, const RecurrentState& m, const float* h) {
  const RecurrentSizes z(s);
  for (int64_t b = 0; b < args.batch; ++b) {
    const int64_t to = (direction * args.batch + b) * s.hidden;
    if (args.y_c) std::copy_n(m.c + b * z.units, s.hidden, args.y_c + to);
    if (!args.y_h) continue;
    for (int64_t u = 0; u < s.hidden; ++u) args.y_h[to + u] = h[state_offset(args.batch, b, u)];
  }
}

}  // namespace recurrence

int64_t recurrent_scratch_bytes(const RecurrentShape& shape, int64_t steps, int64_t batch, int threads) {
  return gemm_scratch_bytes(threads) + shape.directions * RecurrentState::size(shape, steps, batch) * static_cast<int64_t>(sizeof(float));
}

void recurrent(const RecurrentShape& s, const RecurrentArgs& args, ThreadPool& pool, void* scratch) {
  if (args.batch <= 0 || s.hidden <= 0) return;
  float* states = reinterpret_cast<float*>(static_cast<char*>(scratch) + gemm_scratch_bytes(pool.threads()));
  const auto state_of = [&](int direction) { return RecurrentState::of(s, args.steps, args.batch, states, direction); };
  for (int direction = 0; direction < s.directions; ++direction) {
    recurrence::multiply_inputs(s, args, direction, state_of(direction).products, pool, scratch);
  }
  const auto steps = HWY_DYNAMIC_DISPATCH(recurrent_steps);
  const auto run = [&](int64_t begin, int64_t end, int) {
    for (int direction = static_cast<int>(begin); direction < end; ++direction) {
      const RecurrentState m = state_of(direction);
      recurrence::load_state(s, args, direction, m);
      recurrence::store_state(s, args, direction, m, steps(s, args, direction, m, pool));
    }
  };
  // Directions are independent and need no meeting point at each step; more threads than directions share the hidden units instead.
  if (pool.threads() == s.directions) {
    pool.parallel_for(s.directions, 1, run);
  } else {
    run(0, s.directions, 0);
  }
}

}  // namespace gearbox::kernels
#endif
