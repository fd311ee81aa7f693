#pragma once

#include <cstdint>

#include "kernels/gemm.h"
#include "kernels/recurrent.h"

namespace gearbox::kernels {

/// Sizes that follow from a shape. Hidden units are padded to whole panels, gate by gate.
struct RecurrentSizes {
  int64_t gates;
  int64_t units;         ///< hidden rounded up to panels
  int64_t row;           ///< gates * units: one step's input products of one sequence
  int64_t depth_blocks;  ///< blocks of kDepthBlock hidden units that the state is stored in

  explicit constexpr RecurrentSizes(const RecurrentShape& s)
      : gates(s.kind == CellKind::kRnn   ? 1
              : s.kind == CellKind::kGru ? 3
                                         : 4),
        units(round_up(s.hidden, kPanel)),
        row(gates * units),
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
  float* products;  ///< steps x batch x row: W x + biases
  float* gates;     ///< batch x (4 x units): the step's gates; a GRU's fourth column block is the recurrent part of h
  float* c;         ///< batch x units
  float* h;         ///< the previous state; unit u of sequence b at (u / kDepthBlock * batch + b) * kTileLda + u % kDepthBlock
  float* next_h;    ///< the same for the next state
  float* reset_h;   ///< the same for a GRU's r * h

  static int64_t size(const RecurrentShape& s, int64_t steps, int64_t batch) {
    const RecurrentSizes z(s);
    return steps * batch * z.row + 5 * batch * z.units + 3 * z.depth_blocks * batch * kTileLda;
  }
  static RecurrentState of(const RecurrentShape& s, int64_t steps, int64_t batch, float* memory, int direction) {
    const RecurrentSizes z(s);
    const int64_t state = z.depth_blocks * batch * kTileLda;
    RecurrentState m{};
    m.products = memory + direction * size(s, steps, batch);
    m.gates = m.products + steps * batch * z.row;
    m.c = m.gates + 4 * batch * z.units;
    m.h = m.c + batch * z.units;
    m.next_h = m.h + state;
    m.reset_h = m.next_h + state;
    return m;
  }
};

constexpr int64_t state_offset(int64_t batch, int64_t b, int64_t unit) {
  return (unit / kDepthBlock * batch + b) * kTileLda + unit % kDepthBlock;
}

}  // namespace gearbox::kernels
