// Rates of softmax, normalisation, reductions, activations, data movement and recurrent layers: rows_bench [--benchmark_filter=...].
#include <benchmark/benchmark.h>

#include <vector>

#include "kernels/activation.h"
#include "kernels/gather.h"
#include "kernels/layer_norm.h"
#include "kernels/permute.h"
#include "kernels/recurrent.h"
#include "kernels/reduce.h"
#include "kernels/softmax.h"

namespace gearbox::kernels {
namespace rows_bench {

using benchmark::Counter;
using benchmark::State;

std::vector<float> values(int64_t count) {
  std::vector<float> v(static_cast<size_t>(count) + 16);
  for (size_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>((i * 2654435761u >> 8) & 1023) / 1024.0f - 0.5f;
  return v;
}

void report_bytes(State& state, int64_t bytes) {
  state.counters["GB/s"] = Counter(static_cast<double>(bytes) * 1e-9, Counter::kIsIterationInvariantRate);
}

/// Arguments: outer, extent, inner.
void soft(State& state) {
  const int64_t outer = state.range(0), extent = state.range(1), inner = state.range(2);
  ThreadPool pool(1);
  const std::vector<float> x = values(outer * extent * inner);
  std::vector<float> y(x.size());
  for (auto _ : state) softmax(SoftmaxKind::kSoftmax, outer, extent, inner, x.data(), y.data(), pool);
  report_bytes(state, 8 * outer * extent * inner);
}

/// Arguments: rows, columns.
void norm(State& state) {
  const int64_t rows = state.range(0), cols = state.range(1);
  ThreadPool pool(1);
  const std::vector<float> x = values(rows * cols), residual = values(rows * cols), scale = values(cols), bias = values(cols);
  std::vector<float> y(x.size());
  const LayerNormArgs args{
      .rows = rows, .cols = cols, .x = x.data(), .residual = residual.data(), .scale = scale.data(), .bias = bias.data(), .y = y.data()};
  for (auto _ : state) layer_norm(args, pool);
  report_bytes(state, 12 * rows * cols);
}

/// Arguments: function.
void activation(State& state) {
  constexpr int64_t n = 128 * 3072;
  const std::vector<float> x = values(n);
  std::vector<float> y(x.size());
  for (auto _ : state) activate({static_cast<Activation>(state.range(0)), 1, 0}, x.data(), y.data(), n);
  report_bytes(state, 8 * n);
}

/// Arguments: op, outer, extent, inner.
void fold(State& state) {
  const int64_t outer = state.range(1), extent = state.range(2), inner = state.range(3);
  ThreadPool pool(1);
  const std::vector<float> x = values(outer * extent * inner);
  std::vector<float> y(static_cast<size_t>(outer * inner));
  for (auto _ : state) reduce(static_cast<ReduceOp>(state.range(0)), outer, extent, inner, x.data(), y.data(), pool);
  report_bytes(state, 4 * outer * extent * inner);
}

/// A [2, a, b, c] array whose middle or last axes are swapped. Arguments: a, b, c, whether the last axis moves.
void transpose(State& state) {
  const std::vector<int64_t> shape = {2, state.range(0), state.range(1), state.range(2)};
  const std::vector<int64_t> perm = state.range(3) != 0 ? std::vector<int64_t>{0, 2, 3, 1} : std::vector<int64_t>{0, 2, 1, 3};
  const int64_t count = 2 * shape[1] * shape[2] * shape[3];
  ThreadPool pool(1);
  const std::vector<float> x = values(count);
  std::vector<float> y(x.size());
  for (auto _ : state) permute(shape, perm, sizeof(float), x.data(), y.data(), pool);
  report_bytes(state, 8 * count);
}

/// Arguments: rows of the table, columns, rows gathered.
void lookup(State& state) {
  const int64_t rows = state.range(0), cols = state.range(1), count = state.range(2);
  ThreadPool pool(1);
  const std::vector<float> table = values(rows * cols);
  std::vector<float> y(static_cast<size_t>(count * cols));
  std::vector<int64_t> indices(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) indices[i] = (i * 2654435761 >> 3) % rows;
  const GatherArgs args{.extent = rows, .count = count, .row_bytes = 4 * cols, .data = table.data(), .out = y.data()};
  for (auto _ : state) benchmark::DoNotOptimize(gather(args, indices.data(), pool));
  report_bytes(state, 8 * count * cols);
}

/// Arguments: cell kind, steps, batch, inputs, hidden, directions, threads.
void recur(State& state) {
  const CellKind kind = static_cast<CellKind>(state.range(0));
  const int64_t steps = state.range(1), batch = state.range(2);
  RecurrentShape s{.kind = kind,
                   .inputs = state.range(3),
                   .hidden = state.range(4),
                   .directions = static_cast<int>(state.range(5)),
                   .linear_before_reset = true,
                   .activations = default_activations(kind)};
  const int64_t gates = kind == CellKind::kRnn ? 1 : kind == CellKind::kGru ? 3 : 4;
  ThreadPool pool(static_cast<int>(state.range(6)));
  const std::vector<float> w = values(s.directions * gates * s.hidden * s.inputs), r = values(s.directions * gates * s.hidden * s.hidden);
  const std::vector<float> x = values(steps * batch * s.inputs);
  std::vector<float> packed(static_cast<size_t>(recurrent_packed_size(s))), y(static_cast<size_t>(steps * s.directions * batch * s.hidden));
  std::vector<float> scratch(static_cast<size_t>(recurrent_scratch_bytes(s, steps, batch, pool.threads())) / sizeof(float) + 16);
  recurrent_pack(s, {.w = w.data(), .r = r.data()}, packed.data());
  const RecurrentArgs args{.steps = steps, .batch = batch, .x = x.data(), .packed = packed.data(), .y = y.data()};
  for (auto _ : state) recurrent(s, args, pool, scratch.data());
  const double flops = 2.0 * static_cast<double>(steps * batch * s.directions * gates * s.hidden * (s.inputs + s.hidden));
  state.counters["GF/s"] = Counter(flops * 1e-9, Counter::kIsIterationInvariantRate);
}

BENCHMARK(soft)->Args({1536, 128, 1})->Args({4608, 384, 1})->Args({64, 1000, 1})->Args({64, 100, 64});
BENCHMARK(norm)->Args({128, 768})->Args({1024, 384});
BENCHMARK(activation)
    ->Arg(static_cast<int>(Activation::kGeluErf))
    ->Arg(static_cast<int>(Activation::kTanh))
    ->Arg(static_cast<int>(Activation::kSigmoid))
    ->Arg(static_cast<int>(Activation::kRelu));
BENCHMARK(fold)->Args({0, 1024, 1024, 1})->Args({0, 1, 1024, 1024})->Args({2, 1024, 1024, 1})->Args({1, 512, 49, 1});
BENCHMARK(transpose)->Args({128, 12, 64, 0})->Args({128, 12, 64, 1})->Args({512, 512, 1, 0})->Args({3, 224, 224, 1});
BENCHMARK(lookup)->Args({200000, 16, 8192})->Args({30000, 768, 128});
BENCHMARK(recur)
    ->Args({2, 20, 1, 512, 256, 2, 1})
    ->Args({2, 200, 1, 512, 256, 2, 1})
    ->Args({2, 200, 1, 512, 256, 2, 2})
    ->Args({2, 100, 8, 512, 256, 2, 1})
    ->Args({1, 200, 1, 512, 256, 2, 1})
    ->UseRealTime();

}  // namespace rows_bench
}  // namespace gearbox::kernels

BENCHMARK_MAIN();
