#include <cmath>
#include <memory>
#include <vector>

#include "kernels/recurrent.h"
#include "op/floats.h"
#include "op/kinds.h"

namespace gearbox::bench {

using namespace kernels;

namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

int64_t gates_of(CellKind kind) { return kind == CellKind::kLstm ? 4 : 3; }

struct Layer {
  RecurrentShape s;
  int64_t steps, batch, gates;
  Floats x, w, r, packed, y, scratch = Floats::poisoned(0);

  Layer(CellKind kind, const std::vector<int64_t>& n)
      : s{.kind = kind,
          .inputs = n[2],
          .hidden = n[3],
          .directions = static_cast<int>(n[4]),
          .linear_before_reset = true,
          .activations = default_activations(kind)},
        steps(n[0]),
        batch(n[1]),
        gates(gates_of(kind)),
        x(Floats::random(steps * batch * s.inputs, 1)),
        w(Floats::random(s.directions * gates * s.hidden * s.inputs, 2)),
        r(Floats::random(s.directions * gates * s.hidden * s.hidden, 3)),
        packed(Floats::poisoned(recurrent_packed_size(s))),
        y(Floats::poisoned(steps * s.directions * batch * s.hidden)) {
    // Weights of a trained layer keep its sums small; larger ones only saturate the gates.
    for (int64_t i = 0; i < w.size(); ++i) w.data()[i] /= std::sqrt(static_cast<float>(s.inputs));
    for (int64_t i = 0; i < r.size(); ++i) r.data()[i] /= std::sqrt(static_cast<float>(s.hidden));
    recurrent_pack(s, {.w = w.data(), .r = r.data()}, packed.data());
  }

  /// W x + R h of one gate and unit; of a GRU's candidate the two parts are needed apart.
  double product(const Floats& weights, int64_t direction, int64_t gate, int64_t unit, int64_t length, const auto* from) const {
    const float* row = weights.data() + ((direction * gates + gate) * s.hidden + unit) * length;
    double sum = 0;
    for (int64_t i = 0; i < length; ++i) sum += double(row[i]) * from[i];
    return sum;
  }

  /// y of one sequence and direction, [steps, hidden], by ONNX's equations.
  std::vector<double> reference(int64_t direction, int64_t sequence) const {
    std::vector<double> h(static_cast<size_t>(s.hidden), 0), c = h, next = h, out(static_cast<size_t>(steps * s.hidden));
    for (int64_t i = 0; i < steps; ++i) {
      const int64_t step = direction == 0 ? i : steps - 1 - i;
      const float* in = x.data() + (step * batch + sequence) * s.inputs;
      for (int64_t j = 0; j < s.hidden; ++j) {
        const auto wx = [&](int64_t gate) { return product(w, direction, gate, j, s.inputs, in); };
        const auto rh = [&](int64_t gate) { return product(r, direction, gate, j, s.hidden, h.data()); };
        if (s.kind == CellKind::kLstm) {
          c[j] = sigmoid(wx(2) + rh(2)) * c[j] + sigmoid(wx(0) + rh(0)) * std::tanh(wx(3) + rh(3));
          next[j] = sigmoid(wx(1) + rh(1)) * std::tanh(c[j]);
        } else {
          const double z = sigmoid(wx(0) + rh(0)), reset = sigmoid(wx(1) + rh(1));
          next[j] = (1 - z) * std::tanh(wx(2) + reset * rh(2)) + z * h[j];
        }
      }
      h = next;
      std::copy(h.begin(), h.end(), out.begin() + step * s.hidden);
    }
    return out;
  }
};

std::vector<Case> layer_cases(CellKind kind, const std::vector<int64_t>& numbers, ThreadPool& pool) {
  if (numbers[4] < 1 || numbers[4] > 2) return {};
  const auto p = std::make_shared<Layer>(kind, numbers);
  p->scratch = Floats::poisoned(recurrent_scratch_bytes(p->s, p->steps, p->batch, pool.threads()) / 4 + 16);
  Case out;
  out.kernel = "packed";
  out.run = [p, &pool] {
    recurrent(p->s, {.steps = p->steps, .batch = p->batch, .x = p->x.data(), .packed = p->packed.data(), .y = p->y.data()}, pool,
              p->scratch.data());
  };
  out.output = {p, &p->y};
  // [direction, sequence, step, hidden], so that a unit is what one run of the reference gives.
  out.result = [p] {
    std::vector<float> plain;
    for (int64_t i = 0; i < p->s.directions * p->batch * p->steps; ++i) {
      const int64_t step = i % p->steps, sequence = i / p->steps % p->batch, direction = i / p->steps / p->batch;
      const float* row = p->y.data() + ((step * p->s.directions + direction) * p->batch + sequence) * p->s.hidden;
      plain.insert(plain.end(), row, row + p->s.hidden);
    }
    return plain;
  };
  out.reference = [p](int64_t unit, std::span<double> values) {
    const std::vector<double> sequence = p->reference(unit / p->batch, unit % p->batch);
    std::copy(sequence.begin(), sequence.end(), values.begin());
  };
  out.units = p->s.directions * p->batch;
  out.unit_size = p->steps * p->s.hidden;
  out.unit_work = 2.0 * static_cast<double>(p->steps * p->gates * p->s.hidden * (p->s.inputs + p->s.hidden));
  out.flops = out.unit_work * static_cast<double>(out.units);
  // Each step reads the recurrent weights of its direction anew.
  out.bytes = 4.0 * static_cast<double>(p->steps * p->r.size());
  out.working_set = 4.0 * static_cast<double>(p->r.size());
  out.traffic = Traffic::kRead;
  return {out};
}

}  // namespace

std::vector<Case> lstm_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) { return layer_cases(CellKind::kLstm, numbers, pool); }

std::vector<Case> gru_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) { return layer_cases(CellKind::kGru, numbers, pool); }

}  // namespace gearbox::bench
