// Rates of the matrix products and of attention: gemm_bench [--benchmark_filter=...]. The last argument of each case counts threads.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "kernels/attention.h"
#include "kernels/batched_gemm.h"
#include "kernels/gemm.h"

namespace gearbox::kernels {
namespace gemm_bench {

using benchmark::Counter;
using benchmark::State;

/// 64-byte aligned floats with small, varied values.
class Floats {
 public:
  explicit Floats(int64_t count) : lines_(static_cast<size_t>(count) / 16 + 2) {
    for (int64_t i = 0; i < count; ++i) data()[i] = static_cast<float>((i * 2654435761u >> 8) & 1023) / 1024.0f - 0.5f;
  }
  float* data() { return lines_[0].values; }

 private:
  struct alignas(64) Line {
    float values[16];
  };
  std::vector<Line> lines_;
};

void report(State& state, double flops, double bytes) {
  state.counters["GF/s"] = Counter(flops * 1e-9, Counter::kIsIterationInvariantRate);
  state.counters["GB/s"] = Counter(bytes * 1e-9, Counter::kIsIterationInvariantRate);
}

void gemm(State& state) {
  const int64_t m = state.range(0), n = state.range(1), k = state.range(2);
  ThreadPool pool(static_cast<int>(state.range(3)));
  Floats a(m * k), b(k * n), packed(gemm_packed_size(k, n)), c(m * n), bias(n), scratch(gemm_scratch_bytes(pool.threads()) / 4);
  gemm_pack_b(k, n, b.data(), n, 1, packed.data());
  const EpilogueStep steps[] = {{.kind = EpilogueKind::kAddChannel, .data = bias.data()},
                                {.kind = EpilogueKind::kActivation, .activation = Activation::kRelu}};
  const GemmArgs args{
      .m = m, .n = n, .k = k, .a = a.data(), .a_row_stride = k, .packed_b = packed.data(), .c = c.data(), .ldc = n, .epilogue = {steps}};
  for (auto _ : state) gemm_packed(args, pool, scratch.data());
  report(state, 2.0 * m * n * k, 4.0 * n * k);
}

/// Arguments: batch, M, N, K, whether B is transposed, threads.
void batched(State& state) {
  const int64_t batch = state.range(0), m = state.range(1), n = state.range(2), k = state.range(3);
  const bool transposed = state.range(4) != 0;
  ThreadPool pool(static_cast<int>(state.range(5)));
  Floats a(batch * m * k), b(batch * k * n), c(batch * m * n), scratch(batched_gemm_scratch_bytes(pool.threads()) / 4);
  BatchedGemmArgs args{.batch = {1, 1, 1, batch}, .m = m, .n = n, .k = k};
  args.a = {a.data(), {0, 0, 0, m * k}, k, 1};
  args.b = {b.data(), {0, 0, 0, k * n}, transposed ? 1 : n, transposed ? k : 1};
  args.c = c.data();
  args.c_batch_strides = {0, 0, 0, m * n};
  args.ldc = n;
  for (auto _ : state) batched_gemm(args, pool, scratch.data());
  report(state, 2.0 * batch * m * n * k, 4.0 * batch * n * k);
}

/// Arguments: batch, heads, queries, keys, features, threads.
void attend(State& state) {
  const int64_t batch = state.range(0), heads = state.range(1), q_len = state.range(2), k_len = state.range(3), d = state.range(4);
  ThreadPool pool(static_cast<int>(state.range(5)));
  Floats q(batch * heads * q_len * d), k(batch * heads * k_len * d), v(batch * heads * k_len * d), out(batch * heads * q_len * d),
      mask(batch * k_len), scratch(attention_scratch_bytes(pool.threads()) / 4);
  AttentionArgs args{.batch = batch, .heads = heads, .q_len = q_len, .k_len = k_len, .depth = d, .value_depth = d, .scale = 0.125f};
  args.q = {q.data(), heads * q_len * d, d, heads * d, 1};
  args.k = {k.data(), heads * k_len * d, d, heads * d, 1};
  args.v = {v.data(), heads * k_len * d, d, heads * d, 1};
  args.out = out.data();
  args.out_batch_stride = heads * q_len * d;
  args.out_head_stride = d;
  args.out_row_stride = heads * d;
  args.mask = mask.data();
  args.mask_strides = {k_len, 0, 0, 1};
  for (auto _ : state) attention(args, pool, scratch.data());
  report(state, 4.0 * batch * heads * q_len * k_len * d, 8.0 * batch * heads * k_len * d);
}

BENCHMARK(gemm)
    ->ArgsProduct({{1, 8, 17, 128, 512}, {768}, {768}, {1, 2}})
    ->ArgsProduct({{1, 4, 64}, {3072}, {768}, {1, 2}})
    ->ArgsProduct({{1, 128}, {768}, {3072}, {1, 2}})
    ->Args({1, 50257, 768, 1})
    ->Args({100, 64, 415, 1})
    ->Args({512, 256, 16, 1})
    ->UseRealTime();
BENCHMARK(batched)
    ->Args({12, 128, 128, 64, 1, 1})
    ->Args({12, 128, 64, 128, 0, 1})
    ->Args({12, 384, 384, 64, 1, 1})
    ->Args({12, 1, 513, 64, 1, 1})
    ->Args({12, 8, 8, 64, 1, 1})
    ->Args({512, 27, 27, 16, 1, 1})
    ->UseRealTime();
BENCHMARK(attend)
    ->ArgsProduct({{1}, {12}, {8, 128, 384}, {384}, {64}, {1, 2}})
    ->Args({8, 12, 128, 128, 32, 1})
    ->Args({1, 12, 128, 128, 64, 1})
    ->Args({1, 12, 1, 513, 64, 1})
    ->Args({1, 12, 1, 33, 64, 1})
    ->UseRealTime();

}  // namespace gemm_bench
}  // namespace gearbox::kernels

BENCHMARK_MAIN();
