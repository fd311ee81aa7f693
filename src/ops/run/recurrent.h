#pragma once

#include <cmath>
#include <limits>

#include "ops/run/arguments.h"
#include "ops/run/convert.h"
#include "ops/run/recurrent_activations.h"

namespace gearbox::ops {

/// One activation in double, for references.
inline double activate(const kernels::ActivationCall& call, double x) {
  using kernels::Activation;
  switch (call.function) {
    case Activation::kRelu: return std::max(x, 0.0);
    case Activation::kTanh: return std::tanh(x);
    case Activation::kSigmoid: return 1 / (1 + std::exp(-x));
    case Activation::kSoftsign: return x / (1 + std::abs(x));
    case Activation::kSoftplus: return std::log1p(std::exp(x));
    case Activation::kLeakyRelu: return x >= 0 ? x : call.a * x;
    case Activation::kThresholdedRelu: return x > call.a ? x : 0;
    case Activation::kElu: return x >= 0 ? x : call.a * std::expm1(x);
    case Activation::kAffine: return call.a * x + call.b;
    case Activation::kScaledTanh: return call.a * std::tanh(call.b * x);
    case Activation::kHardSigmoid: return std::clamp(call.a * x + call.b, 0.0, 1.0);
    default: return x;
  }
}

/// One direction of a recurrent layer: weights in double, and its functions.
struct RecurrentDirection {
  int64_t inputs, hidden;
  std::vector<double> w, r;      ///< [gates * hidden, inputs], [gates * hidden, hidden]
  std::vector<double> wb, rb;    ///< biases of both products, [gates * hidden]
  std::vector<double> peephole;  ///< LSTM: [3 * hidden]
  std::vector<kernels::ActivationCall> calls;
  double clip;

  double f(size_t call, double x) const { return activate(calls[call], std::clamp(x, -clip, clip)); }
  /// Row `row` of W times x.
  double wx(int64_t row, const double* x) const { return dot(w, row * inputs, x, inputs); }
  double rh(int64_t row, const double* h) const { return dot(r, row * hidden, h, hidden); }

 private:
  static double dot(const std::vector<double>& matrix, int64_t from, const double* x, int64_t n) {
    double sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += matrix[static_cast<size_t>(from + i)] * x[i];
    return sum;
  }
};

/// One step of one sequence: reads x, updates h and (LSTM) c in place.
using RecurrentCell = void (*)(const RecurrentDirection& direction, const Attributes& attributes, const double* x, std::vector<double>& h,
                               std::vector<double>& c);

/// Strides of a tensor whose batch axis stands where `layout` says.
struct RecurrentStrides {
  int64_t step, direction, batch;
};

/// Runs RNN, GRU or LSTM (`gates` 1, 3, 4) by its cell. Outputs past a sequence's end are zeros; the reverse direction begins at a
/// sequence's own end.
inline Status run_recurrent(KernelContext& context, int64_t gates, const Strings& default_activations, RecurrentCell cell) {
  const Tensor &x = context.input(0), &w = context.input(1), &r = context.input(2);
  const Attributes& attributes = context.attributes();
  const std::string way = attributes.text("direction", "forward");
  const int64_t directions = way == "bidirectional" ? 2 : 1;
  if (x.rank() != 3 || w.rank() != 3 || r.rank() != 3) return context.error("X, W and R must have 3 axes");
  const bool batch_first = attributes.integer("layout", 0) != 0;
  const int64_t steps = x.dims[batch_first ? 1 : 0], batch = x.dims[batch_first ? 0 : 1], inputs = x.dims[2], hidden = r.dims[2];
  const Extents w_dims = {directions, gates * hidden, inputs}, r_dims = {directions, gates * hidden, hidden};
  if (extents(w.dims) != w_dims || extents(r.dims) != r_dims) {
    return context.error("weights with extents " + list_text(w.dims) + " and " + list_text(r.dims) + " must be " + list_text(w_dims) +
                         " and " + list_text(r_dims));
  }
  if (attributes.integer("hidden_size", hidden) != hidden)
    return context.error("'hidden_size' contradicts the extents of " + quoted(context, 2));
  auto calls = recurrent_activations(attributes, static_cast<size_t>(directions), default_activations);
  if (!calls.ok()) return context.error(calls.status().message());

  const Extents state_dims = batch_first ? Extents{batch, directions, hidden} : Extents{directions, batch, hidden};
  auto values = [&](int index, int64_t count) -> Result<std::vector<double>> {
    if (!context.has_input(index)) return std::vector<double>(static_cast<size_t>(count), 0.0);
    std::vector<double> out = reals_of(context.input(index));
    if (static_cast<int64_t>(out.size()) != count)
      return context.error(quoted(context, index) + " must hold " + std::to_string(count) + " elements");
    return out;
  };
  const int64_t rows = gates * hidden;
  GBX_ASSIGN_OR_RETURN(const std::vector<double> bias, values(3, directions * 2 * rows));
  GBX_ASSIGN_OR_RETURN(std::vector<double> h_state, values(5, element_count(state_dims)));
  GBX_ASSIGN_OR_RETURN(std::vector<double> c_state, values(6, element_count(state_dims)));
  GBX_ASSIGN_OR_RETURN(const std::vector<double> peepholes, values(7, directions * 3 * hidden));
  Ints lengths(static_cast<size_t>(batch), steps);
  if (context.has_input(4)) lengths = integers_of(context.input(4));
  if (static_cast<int64_t>(lengths.size()) != batch)
    return context.error(quoted(context, 4) + " must hold one length for each of the batch");
  for (int64_t length : lengths) {
    if (length < 0 || length > steps)
      return context.error("length " + std::to_string(length) + " in " + quoted(context, 4) + " is out of range");
  }

  const std::vector<double> all_x = reals_of(x), all_w = reals_of(w), all_r = reals_of(r);
  const RecurrentStrides xs = batch_first ? RecurrentStrides{inputs, 0, steps * inputs} : RecurrentStrides{batch * inputs, 0, inputs};
  const RecurrentStrides ys = batch_first ? RecurrentStrides{directions * hidden, hidden, steps * directions * hidden}
                                          : RecurrentStrides{directions * batch * hidden, batch * hidden, hidden};
  const RecurrentStrides ss = batch_first ? RecurrentStrides{0, hidden, directions * hidden} : RecurrentStrides{0, batch * hidden, hidden};
  std::vector<double> y(static_cast<size_t>(steps * directions * batch * hidden), 0.0);
  for (int64_t d = 0; d < directions; ++d) {
    auto part = [&](const std::vector<double>& all, int64_t from, int64_t count) {
      return std::vector<double>(all.begin() + from, all.begin() + from + count);
    };
    const size_t per = default_activations.size(), first = static_cast<size_t>(d) * per;
    RecurrentDirection direction{
        inputs,
        hidden,
        part(all_w, d * rows * inputs, rows * inputs),
        part(all_r, d * rows * hidden, rows * hidden),
        part(bias, d * 2 * rows, rows),
        part(bias, (d * 2 + 1) * rows, rows),
        part(peepholes, d * 3 * hidden, 3 * hidden),
        {calls->begin() + static_cast<std::ptrdiff_t>(first), calls->begin() + static_cast<std::ptrdiff_t>(first + per)},
        attributes.has("clip") ? attributes.real("clip", 0) : std::numeric_limits<double>::infinity()};
    const bool reverse = way == "reverse" || d == 1;
    for (int64_t b = 0; b < batch; ++b) {
      const int64_t at = d * ss.direction + b * ss.batch, length = lengths[static_cast<size_t>(b)];
      std::vector<double> h = part(h_state, at, hidden), c = part(c_state, at, hidden);
      for (int64_t step = 0; step < length; ++step) {
        const int64_t t = reverse ? length - 1 - step : step;
        cell(direction, attributes, all_x.data() + t * xs.step + b * xs.batch, h, c);
        std::copy(h.begin(), h.end(), y.begin() + t * ys.step + d * ys.direction + b * ys.batch);
      }
      std::copy(h.begin(), h.end(), h_state.begin() + at);
      std::copy(c.begin(), c.end(), c_state.begin() + at);
    }
  }

  auto write = [&](int index, const Extents& dims, const std::vector<double>& from) -> Status {
    if (!context.wants_output(index)) return {};
    GBX_ASSIGN_OR_RETURN(Tensor out, context.output(index, dims));
    const bool known = dispatch_float(out.dtype, [&]<class T>(T) {
      for (size_t i = 0; i < from.size(); ++i) out.as<T>()[i] = convert<T>(from[i]);
    });
    return known ? Status() : context.error("element type not supported");
  };
  GBX_RETURN_IF_ERROR(write(0, batch_first ? Extents{batch, steps, directions, hidden} : Extents{steps, directions, batch, hidden}, y));
  GBX_RETURN_IF_ERROR(write(1, state_dims, h_state));
  return write(2, state_dims, c_state);
}

}  // namespace gearbox::ops
