#include "kernels/recurrent.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/activation_reference_test_support.h"
#include "kernels/gemm_blocking.h"
#include "kernels/random_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace recurrent_test {

struct Case {
  RecurrentShape shape;
  int64_t steps, batch;
  bool lengths = false;
  bool initial = true;
  bool bias = true;
  bool peepholes = false;
  float magnitude = 1;  ///< of x
};

/// The inputs of a call and the arrays that own them.
struct Inputs {
  std::vector<float> w, r, bias, peepholes, x, h, c;
  std::vector<int32_t> lengths;
};

int64_t gates_of(CellKind kind) { return kind == CellKind::kRnn ? 1 : kind == CellKind::kGru ? 3 : 4; }

/// ONNX's equations for one direction in double, one sequence and one unit at a time.
class Reference {
 public:
  Reference(const Case& c, const Inputs& in, int direction) : c_(c), s_(c.shape), in_(in), direction_(direction) {}

  void run(int64_t b, std::vector<double>& h, std::vector<double>& cell, std::vector<float>& y) {
    const int64_t length = c_.lengths ? in_.lengths[b] : c_.steps;
    const bool backwards = s_.reverse || direction_ == 1;
    for (int64_t i = 0; i < length; ++i) {
      const int64_t time = backwards ? length - 1 - i : i;
      const std::vector<double> before = h;
      reset_ = h;
      if (s_.kind == CellKind::kGru && !s_.linear_before_reset) {
        for (int64_t u = 0; u < s_.hidden; ++u) reset_[u] *= activate(0, of_input(1, time, b, u) + of_state(1, u, before));
      }
      for (int64_t u = 0; u < s_.hidden; ++u) h[u] = step(time, b, u, before, cell);
      for (int64_t u = 0; u < s_.hidden; ++u)
        y[((time * s_.directions + direction_) * c_.batch + b) * s_.hidden + u] = static_cast<float>(h[u]);
    }
  }

 private:
  double activate(int which, double x) const {
    const double limit = s_.clip;
    return reference_activation(s_.activations[direction_][which], std::min(std::max(x, -limit), limit));
  }
  double of_input(int64_t gate, int64_t time, int64_t b, int64_t u) const {
    const int64_t row = (direction_ * gates_of(s_.kind) + gate) * s_.hidden + u;
    double sum = c_.bias ? in_.bias[direction_ * 2 * gates_of(s_.kind) * s_.hidden + gate * s_.hidden + u] : 0.0f;
    for (int64_t i = 0; i < s_.inputs; ++i)
      sum += static_cast<double>(in_.w[row * s_.inputs + i]) * in_.x[(time * c_.batch + b) * s_.inputs + i];
    return sum;
  }
  double of_state(int64_t gate, int64_t u, const std::vector<double>& h) const {
    const int64_t gates = gates_of(s_.kind), row = (direction_ * gates + gate) * s_.hidden + u;
    double sum = c_.bias ? in_.bias[(direction_ * 2 + 1) * gates * s_.hidden + gate * s_.hidden + u] : 0.0f;
    for (int64_t i = 0; i < s_.hidden; ++i) sum += in_.r[row * s_.hidden + i] * h[i];
    return sum;
  }
  double peep(int64_t gate, int64_t u, double c) const {
    return c_.peepholes ? in_.peepholes[(direction_ * 3 + gate) * s_.hidden + u] * c : 0;
  }
  double step(int64_t time, int64_t b, int64_t u, const std::vector<double>& h, std::vector<double>& cell) const {
    const auto gate = [&](int64_t g) { return of_input(g, time, b, u) + of_state(g, u, h); };
    if (s_.kind == CellKind::kRnn) return activate(0, gate(0));
    if (s_.kind == CellKind::kLstm) {
      const double before = cell[u];
      const double in = activate(0, gate(0) + peep(0, u, before));
      const double forget = s_.input_forget ? 1 - in : activate(0, gate(2) + peep(2, u, before));
      cell[u] = forget * before + in * activate(1, gate(3));
      return activate(0, gate(1) + peep(1, u, cell[u])) * activate(2, cell[u]);
    }
    const double z = activate(0, gate(0));
    double candidate = of_input(2, time, b, u);
    if (s_.linear_before_reset) {
      candidate += activate(0, gate(1)) * of_state(2, u, h);
    } else {
      candidate += of_state(2, u, reset_);
    }
    return (1 - z) * activate(1, candidate) + z * h[u];
  }

  const Case& c_;
  const RecurrentShape& s_;
  const Inputs& in_;
  int direction_;
  std::vector<double> reset_;  ///< the step's r * h where a GRU resets before the product
};

void check(const Case& c, int threads, std::mt19937& random) {
  const RecurrentShape& s = c.shape;
  SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(s.kind) << " steps " << c.steps << " batch " << c.batch << " inputs "
                                  << s.inputs << " hidden " << s.hidden << " directions " << s.directions << " reverse " << s.reverse
                                  << " lengths " << c.lengths << " reset later " << s.linear_before_reset << " threads " << threads);
  const int64_t gates = gates_of(s.kind), d = s.directions, state = d * c.batch * s.hidden;
  Inputs in{random_values(d * gates * s.hidden * s.inputs, random),
            random_values(d * gates * s.hidden * s.hidden, random),
            random_values(d * 2 * gates * s.hidden, random),
            random_values(d * 3 * s.hidden, random),
            random_values(c.steps * c.batch * s.inputs, random),
            random_values(state, random),
            random_values(state, random),
            {}};
  for (float& v : in.x) v *= c.magnitude;
  for (float& v : in.r) v *= 2.0f / std::sqrt(static_cast<float>(s.hidden));
  for (int64_t b = 0; b < c.batch; ++b) in.lengths.push_back(static_cast<int32_t>(random_int(0, c.steps, random)));
  std::vector<float> packed = poisoned(recurrent_packed_size(s));
  recurrent_pack(s, {in.w.data(), in.r.data(), c.bias ? in.bias.data() : nullptr, c.peepholes ? in.peepholes.data() : nullptr},
                 packed.data());
  std::vector<float> y = poisoned(c.steps * state + 1), y_h = poisoned(state + 1), y_c = poisoned(state + 1);
  RecurrentArgs args{.steps = c.steps, .batch = c.batch, .x = in.x.data(), .packed = packed.data()};
  if (c.lengths) args.lengths = in.lengths.data();
  if (c.initial) args.initial_h = in.h.data();
  if (c.initial && s.kind == CellKind::kLstm) args.initial_c = in.c.data();
  args.y = y.data();
  args.y_h = y_h.data();
  if (s.kind == CellKind::kLstm) args.y_c = y_c.data();
  ThreadPool& pool = test_pool(threads);
  Scratch scratch(recurrent_scratch_bytes(s, c.steps, c.batch, threads));
  recurrent(s, args, pool, scratch.data());
  RecurrentShape mixing = s;
  mixing.mixes_rows = true;
  RecurrentArgs by_sequence = args;
  std::vector<float> other = poisoned(c.steps * state + 1);
  by_sequence.y = other.data();
  by_sequence.y_by_sequence = true;
  by_sequence.y_h = by_sequence.y_c = nullptr;
  recurrent(mixing, by_sequence, pool, scratch.data());
  ASSERT_TRUE(std::isnan(other.back()));
  ASSERT_TRUE(std::isnan(y.back()) && std::isnan(y_h.back()) && std::isnan(y_c.back()));
  std::vector<float> want(static_cast<size_t>(c.steps * state));
  for (int direction = 0; direction < d; ++direction) {
    for (int64_t b = 0; b < c.batch; ++b) {
      const int64_t at = (direction * c.batch + b) * s.hidden;
      std::vector<double> h(static_cast<size_t>(s.hidden)), cell(static_cast<size_t>(s.hidden));
      for (int64_t u = 0; c.initial && u < s.hidden; ++u) {
        h[u] = in.h[at + u];
        cell[u] = in.c[at + u];
      }
      Reference(c, in, direction).run(b, h, cell, want);
      for (int64_t u = 0; u < s.hidden; ++u) {
        ASSERT_NEAR(y_h[at + u], h[u], 1e-4);
        if (s.kind == CellKind::kLstm) {
          ASSERT_NEAR(y_c[at + u], cell[u], 1e-4);
        }
      }
    }
  }
  for (int64_t i = 0; i < c.steps * state; ++i) {
    ASSERT_NEAR(y[i], want[i], 1e-4) << i;
    const int64_t u = i % s.hidden, b = i / s.hidden % c.batch, direction = i / s.hidden / c.batch % d, step = i / state;
    ASSERT_NEAR(other[((step * c.batch + b) * d + direction) * s.hidden + u], want[i], 1e-4) << i;
  }
}

RecurrentShape shape_of(CellKind kind, int64_t inputs, int64_t hidden, int directions = 1) {
  return {.kind = kind, .inputs = inputs, .hidden = hidden, .directions = directions, .activations = default_activations(kind)};
}

constexpr CellKind kKinds[] = {CellKind::kRnn, CellKind::kGru, CellKind::kLstm};

TEST(Recurrent, ZeroAndOneExtents) {
  std::mt19937 random(1);
  for_each_target([&] {
    for (CellKind kind : kKinds) {
      for (int64_t steps : {0, 1, 2}) {
        for (int64_t batch : {0, 1, 2}) {
          check({shape_of(kind, 1, 1), steps, batch}, 1, random);
          check({shape_of(kind, 0, 3, 2), steps, batch, true}, 2, random);
        }
      }
    }
  });
}

TEST(Recurrent, ManyInputs) {
  std::mt19937 random(9);
  for_each_target([&] {
    for (CellKind kind : kKinds) {
      check({shape_of(kind, 600, 96, 2), 9, 8, false, true, true, false, 0.1F}, 1, random);
      check({shape_of(kind, 200, 90, 1), 40, 1, true, true, true, false, 0.1F}, 2, random);
    }
  });
}

TEST(Recurrent, EveryOption) {
  std::mt19937 random(2);
  for_each_target([&] {
    for (CellKind kind : kKinds) {
      for (int options = 0; options < 64; ++options) {
        const auto on = [&](int bit) { return (options >> bit & 1) != 0; };
        Case c{shape_of(kind, 5, 19, on(0) ? 2 : 1), 4, 3, on(1), on(2), on(3), on(4)};
        c.shape.reverse = !on(0) && on(5);
        c.shape.linear_before_reset = on(4);
        c.shape.input_forget = on(5);
        if (on(2) && on(3)) c.shape.clip = 0.4f;
        if (on(1) && on(4)) {
          c.shape.activations[0] = {{{Activation::kHardSigmoid, 0.2f, 0.5f}, {Activation::kSoftsign}, {Activation::kAffine, 0.5f, 0.1f}}};
          c.shape.activations[1] = {{{Activation::kScaledTanh, 0.7f, 0.9f}, {Activation::kElu, 1}, {Activation::kLeakyRelu, 0.1f}}};
        }
        check(c, 1 + options % 3, random);
      }
    }
  });
}

TEST(Recurrent, Sizes) {
  std::mt19937 random(3);
  for_each_target([&] {
    for (CellKind kind : kKinds) {
      for (bool later : {false, true}) {
        for (int64_t batch : {1, 2, 3, 4, 5, 6, 7, 14, 100}) {
          RecurrentShape s = shape_of(kind, 40, 80);
          s.linear_before_reset = later;
          check({s, 3, batch}, batch < 100 ? 3 : 1, random);
        }
        RecurrentShape wide = shape_of(kind, 3, kDepthBlock + 5);
        wide.linear_before_reset = later;
        for (int64_t batch : {1, 2, 6}) check({wide, 2, batch}, 2, random);
      }
    }
  });
}

TEST(Recurrent, MoreStepsThanOneBlock) {
  std::mt19937 random(4);
  for_each_target([&] {
    for (CellKind kind : kKinds) {
      for (int directions : {1, 2}) {
        for (bool lengths : {false, true}) {
          for (const auto& [steps, batch] :
               {std::pair<int64_t, int64_t>{kRowBlock + 1, 1}, {2 * kRowBlock, 2}, {65, 3}, {3, kRowBlock + 4}}) {
            RecurrentShape s = shape_of(kind, 3, 5, directions);
            s.reverse = directions == 1 && steps % 2 == 1;
            check({s, steps, batch, lengths}, 1 + static_cast<int>(steps % 3), random);
          }
        }
      }
    }
  });
}

TEST(Recurrent, SaturatedGates) {
  std::mt19937 random(5);
  for_each_target([&] {
    for (CellKind kind : kKinds) {
      for (float magnitude : {0.0f, 1e-30f, 30.0f, 300.0f, 1e30f}) {
        check({.shape = shape_of(kind, 2, 21), .steps = 3, .batch = 2, .bias = false, .magnitude = magnitude}, 1, random);
      }
    }
  });
}

TEST(Recurrent, NotANumberReachesTheOutputs) {
  for_each_target([&] {
    for (CellKind kind : kKinds) {
      const RecurrentShape s = shape_of(kind, 1, 1);
      const std::vector<float> ones(4, 1.0f), x = {std::numeric_limits<float>::quiet_NaN()};
      std::vector<float> packed = poisoned(recurrent_packed_size(s));
      recurrent_pack(s, {.w = ones.data(), .r = ones.data()}, packed.data());
      float y = 0;
      Scratch scratch(recurrent_scratch_bytes(s, 1, 1, 1));
      recurrent(s, {.steps = 1, .batch = 1, .x = x.data(), .packed = packed.data(), .y = &y}, test_pool(1), scratch.data());
      EXPECT_TRUE(std::isnan(y));
    }
  });
}

}  // namespace recurrent_test
}  // namespace gearbox::kernels
