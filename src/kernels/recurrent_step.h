#pragma once

#include "base/thread_pool.h"
#include "kernels/recurrent.h"
#include "kernels/recurrent_layout.h"

namespace gearbox::kernels {

/// One step of one direction.
struct RecurrentStep {
  const RecurrentShape& s;
  const RecurrentArgs& args;
  RecurrentSizes z;
  RecurrentDirection<const float> weights;
  RecurrentState m;
  int direction;
  bool backwards;
  int64_t index = 0;       ///< counted in running order
  float* gates = nullptr;  ///< batch x gates_ld: W x of this step, overwritten by the gates

  int64_t length(int64_t b) const { return args.lengths ? args.lengths[b] : args.steps; }
  /// Where sequence b's state goes in Y.
  float* y(int64_t b) const {
    const int64_t place =
        args.y_by_sequence ? (time(b) * args.batch + b) * s.directions + direction : (time(b) * s.directions + direction) * args.batch + b;
    return args.y + place * s.hidden;
  }
  bool active(int64_t b) const { return index < length(b); }
  int64_t time(int64_t b) const { return !active(b) ? index : backwards ? length(b) - 1 - index : index; }
};

/// Computes m.next_h from m.h, updates m.c and writes the step's Y, split over hidden units.
void recurrent_step(const RecurrentStep& step, ThreadPool& pool);

}  // namespace gearbox::kernels
