#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/gemm.h"
#include "kernels/recurrent.h"

namespace gearbox::kernels {

/// Hidden units that a step takes at once. Where a step has many sequences, their gates stay near between the product and the cell.
inline constexpr int64_t kRecurrentStrip = 2 * kPanel;

/// Sizes that follow from a shape. Hidden units are padded to whole panels, gate by gate.
struct RecurrentSizes {
  int64_t gates;
  int64_t units;         ///< hidden rounded up to panels
  int64_t row;           ///< gates * units: what one step of one sequence multiplies
  int64_t gates_ld;      ///< distance of two sequences' gates: rows a power of two apart evict each other
  int64_t depth_blocks;  ///< blocks of kDepthBlock hidden units that the state is stored in

  explicit constexpr RecurrentSizes(const RecurrentShape& s)
      : gates(s.kind == CellKind::kRnn   ? 1
              : s.kind == CellKind::kGru ? 3
                                         : 4),
        units(round_up(s.hidden, kPanel)),
        row(gates * units),
        gates_ld(row + kPanel),
        depth_blocks(divide_up(s.hidden, kDepthBlock)) {}
};

/// One direction's part of the packed weights.
template <class Float>
struct RecurrentDirection {
  Float* w;               ///< inputs x row, in panels
  Float* r;               ///< hidden x row, in panels
  Float* bias;            ///< row: both biases, but not the recurrent one of a GRU's h gate that is reset later
  Float* recurrent_bias;  ///< units: that one
  Float* peepholes;       ///< 3 x units

  static int64_t size(const RecurrentShape& s) {
    const RecurrentSizes z(s);
    return (s.inputs + s.hidden) * z.row + z.row + 4 * z.units;
  }
  static RecurrentDirection of(const RecurrentShape& s, Float* packed, int direction) {
    const RecurrentSizes z(s);
    RecurrentDirection d{};
    d.w = packed + direction * size(s);
    d.r = d.w + s.inputs * z.row;
    d.bias = d.r + s.hidden * z.row;
    d.recurrent_bias = d.bias + z.row;
    d.peepholes = d.recurrent_bias + z.units;
    return d;
  }
};

/// One direction's memory during a call.
struct RecurrentState {
  float* gates;      ///< steps of a block x batch x gates_ld: W x, then the gates in its place
  float* x;          ///< the block's rows of x where sequences of unlike lengths run backwards: steps x batch x inputs
  float* candidate;  ///< batch x units: the recurrent part of h in a GRU that resets it later
  float* c;          ///< batch x units
  float* h;          ///< the previous state; unit u of sequence b at (u / kDepthBlock * batch + b) * kTileLda + u % kDepthBlock
  float* next_h;     ///< the same for the next state
  float* reset_h;    ///< the same for a GRU's r * h

  static int64_t size(const RecurrentShape& s, int64_t block_steps, int64_t batch) {
    const RecurrentSizes z(s);
    return block_steps * batch * (z.gates_ld + round_up(s.inputs, kPanel)) + 2 * batch * z.units + 3 * z.depth_blocks * batch * kTileLda;
  }
  static RecurrentState of(const RecurrentShape& s, int64_t block_steps, int64_t batch, float* memory) {
    const RecurrentSizes z(s);
    const int64_t state = z.depth_blocks * batch * kTileLda;
    RecurrentState m{};
    m.gates = memory;
    m.x = m.gates + block_steps * batch * z.gates_ld;
    m.candidate = m.x + block_steps * batch * round_up(s.inputs, kPanel);
    m.c = m.candidate + batch * z.units;
    m.h = m.c + batch * z.units;
    m.next_h = m.h + state;
    m.reset_h = m.next_h + state;
    return m;
  }
};

/// Steps whose input products are made at once: enough rows for a matrix product on so many threads, few enough to stay in the cache.
constexpr int64_t recurrent_block_steps(int64_t steps, int64_t batch, int threads) {
  const int64_t most = std::max<int64_t>(1, threads * kRowBlock / std::max<int64_t>(1, batch));
  return divide_up(steps, std::max<int64_t>(1, divide_up(steps, most)));
}

constexpr int64_t state_offset(int64_t batch, int64_t b, int64_t unit) {
  return (unit / kDepthBlock * batch + b) * kTileLda + unit % kDepthBlock;
}

}  // namespace gearbox::kernels
