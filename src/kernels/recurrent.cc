#include "kernels/recurrent.h"

#include <algorithm>
#include <utility>

#include "kernels/recurrent_layout.h"
#include "kernels/recurrent_step.h"

namespace gearbox::kernels {

namespace {

/// Steps [first, first + count), counted in running order.
struct StepBlock {
  int64_t first;
  int64_t count;
};

/// Whether sequences of unlike lengths begin at unlike times, so that one step's rows of x lie apart.
bool is_ragged(const RecurrentStep& t) { return t.backwards && t.args.lengths != nullptr; }

/// The rows of x that a block reads, in one piece.
const float* rows_of(const RecurrentStep& t, StepBlock block) {
  const int64_t inputs = t.s.inputs, step = t.args.batch * inputs;
  if (!is_ragged(t)) return t.args.x + (t.backwards ? t.args.steps - block.first - block.count : block.first) * step;
  RecurrentStep at = t;
  for (int64_t i = 0; i < block.count; ++i) {
    at.index = block.first + i;
    for (int64_t b = 0; b < t.args.batch; ++b) {
      std::copy_n(t.args.x + at.time(b) * step + b * inputs, inputs, t.m.x + i * step + b * inputs);
    }
  }
  return t.m.x;
}

void multiply_inputs(const RecurrentStep& t, StepBlock block, ThreadPool* team, void* scratch) {
  const GemmArgs product{.m = block.count * t.args.batch,
                         .n = t.z.row,
                         .k = t.s.inputs,
                         .a = rows_of(t, block),
                         .a_row_stride = t.s.inputs,
                         .packed_b = t.weights.w,
                         .c = t.m.gates,
                         .ldc = t.z.gates_ld,
                         .mixes_rows = t.s.mixes_rows};
  if (team) {
    gemm_packed(product, *team, scratch);
  } else {
    gemm_packed_alone(product, scratch);
  }
}

void load_state(const RecurrentStep& t) {
  const RecurrentArgs& args = t.args;
  std::fill_n(t.m.c, args.batch * t.z.units, 0.0f);
  std::fill_n(t.m.h, 3 * t.z.depth_blocks * args.batch * kTileLda, 0.0f);
  for (int64_t b = 0; b < args.batch; ++b) {
    const int64_t from = (t.direction * args.batch + b) * t.s.hidden;
    if (args.initial_c) std::copy_n(args.initial_c + from, t.s.hidden, t.m.c + b * t.z.units);
    if (!args.initial_h) continue;
    for (int64_t u = 0; u < t.s.hidden; ++u) t.m.h[state_offset(args.batch, b, u)] = args.initial_h[from + u];
  }
}

void store_state(const RecurrentStep& t) {
  const RecurrentArgs& args = t.args;
  for (int64_t b = 0; b < args.batch; ++b) {
    const int64_t to = (t.direction * args.batch + b) * t.s.hidden;
    if (args.y_c) std::copy_n(t.m.c + b * t.z.units, t.s.hidden, args.y_c + to);
    if (!args.y_h) continue;
    for (int64_t u = 0; u < t.s.hidden; ++u) args.y_h[to + u] = t.m.h[state_offset(args.batch, b, u)];
  }
}

/// How a call is cut: whether each direction has a thread of its own, and the steps of a block.
struct Split {
  bool by_direction;
  int64_t block_steps;
  int states;  ///< directions that are under way at once

  Split(const RecurrentShape& s, int64_t steps, int64_t batch, int threads)
      : by_direction(threads == s.directions),
        block_steps(recurrent_block_steps(steps, batch, by_direction ? 1 : threads)),
        states(by_direction ? s.directions : 1) {}
};

/// All steps of one direction. Without a team it is one of several that run at once.
void run_direction(const RecurrentShape& s, const RecurrentArgs& args, int direction, const RecurrentState& m, int64_t block_steps,
                   ThreadPool& pool, ThreadPool* team, void* scratch) {
  RecurrentStep t{s, args,      RecurrentSizes(s),          RecurrentDirection<const float>::of(s, args.packed, direction),
                  m, direction, s.reverse || direction == 1};
  load_state(t);
  for (int64_t first = 0; first < args.steps; first += block_steps) {
    const StepBlock block{first, std::min(block_steps, args.steps - first)};
    multiply_inputs(t, block, team, scratch);
    for (int64_t i = 0; i < block.count; ++i) {
      t.index = first + i;
      t.gates = m.gates + (t.backwards && !is_ragged(t) ? block.count - 1 - i : i) * args.batch * t.z.gates_ld;
      recurrent_step(t, pool);
      std::swap(t.m.h, t.m.next_h);
    }
  }
  store_state(t);
}

}  // namespace

int64_t recurrent_scratch_bytes(const RecurrentShape& s, int64_t steps, int64_t batch, int threads) {
  const Split split(s, steps, batch, threads);
  return gemm_scratch_bytes(threads) +
         split.states * RecurrentState::size(s, split.block_steps, batch) * static_cast<int64_t>(sizeof(float));
}

void recurrent(const RecurrentShape& s, const RecurrentArgs& args, ThreadPool& pool, void* scratch) {
  if (args.batch <= 0 || s.hidden <= 0) return;
  const Split split(s, args.steps, args.batch, pool.threads());
  float* states = reinterpret_cast<float*>(static_cast<char*>(scratch) + gemm_scratch_bytes(pool.threads()));
  const auto run = [&](int direction, ThreadPool* team) {
    const int place = team ? 0 : direction;
    float* memory = states + place * RecurrentState::size(s, split.block_steps, args.batch);
    run_direction(s, args, direction, RecurrentState::of(s, split.block_steps, args.batch, memory), split.block_steps, pool, team,
                  static_cast<char*>(scratch) + gemm_scratch_bytes(place));
  };
  // Directions are independent and need no meeting point at each step; more threads than directions share the hidden units instead.
  if (split.by_direction) {
    pool.parallel_for(s.directions, 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t direction = begin; direction < end; ++direction) run(static_cast<int>(direction), nullptr);
    });
  } else {
    for (int direction = 0; direction < s.directions; ++direction) run(direction, &pool);
  }
}

}  // namespace gearbox::kernels
