#include <algorithm>
#include <cmath>
#include <memory>

#include "kernels/batched_gemm.h"
#include "kernels/gemm.h"
#include "kernels/gemm_block.h"
#include "op/floats.h"
#include "op/kinds.h"

namespace gearbox::bench {

using namespace kernels;

namespace {

/// C = relu(A B + bias), B packed ahead.
struct Gemm {
  int64_t m, n, k;
  Floats a = Floats::random(m * k, 1), b = Floats::random(k * n, 2), bias = Floats::random(n, 3), c = Floats::poisoned(m * n);
  Floats packed = Floats::poisoned(gemm_packed_size(k, n)), scratch;
  std::vector<EpilogueStep> steps;
  GemmArgs args;

  Gemm(int64_t rows, int64_t columns, int64_t depth, int threads)
      : m(rows), n(columns), k(depth), scratch(Floats::poisoned(gemm_scratch_bytes(threads) / 4 + 16)) {
    gemm_pack_b(k, n, b.data(), n, 1, packed.data());
    steps = {{.kind = EpilogueKind::kAddChannel, .data = bias.data()},
             {.kind = EpilogueKind::kActivation, .activation = Activation::kRelu}};
    const bool far = k * n * 4 > int64_t{1} << 20;
    args = {.m = m,
            .n = n,
            .k = k,
            .a = a.data(),
            .a_row_stride = k,
            .packed_b = packed.data(),
            .c = c.data(),
            .ldc = n,
            .streams_b = far,
            .epilogue = {steps}};
  }
};

struct BatchedGemm {
  int64_t batch, m, n, k;
  Floats a = Floats::random(batch * m * k, 1), b = Floats::random(batch * k * n, 2), c = Floats::poisoned(batch * m * n), scratch;
  BatchedGemmArgs args;

  BatchedGemm(int64_t count, int64_t rows, int64_t columns, int64_t depth, int threads)
      : batch(count), m(rows), n(columns), k(depth), scratch(Floats::poisoned(batched_gemm_scratch_bytes(threads) / 4 + 16)) {
    args = {.batch = {1, 1, 1, batch}, .m = m, .n = n, .k = k};
    args.a = {a.data(), {0, 0, 0, m * k}, k, 1};
    args.b = {b.data(), {0, 0, 0, k * n}, n, 1};
    args.c = c.data();
    args.c_batch_strides = {0, 0, 0, m * n};
    args.ldc = n;
  }
};

}  // namespace

std::vector<Case> gemm_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  const auto p = std::make_shared<Gemm>(numbers[0], numbers[1], numbers[2], pool.threads());
  Case out;
  out.kernel = "packed";
  out.run = [p, &pool] { gemm_packed(p->args, pool, p->scratch.data()); };
  out.writes({p, &p->c});
  out.reference = [p](int64_t unit, std::span<double> value) {
    const int64_t row = unit / p->n, column = unit % p->n;
    double sum = p->bias.data()[column];
    for (int64_t i = 0; i < p->k; ++i) sum += double(p->a.data()[row * p->k + i]) * p->b.data()[i * p->n + column];
    value[0] = std::max(sum, 0.0);
  };
  out.units = p->m * p->n;
  out.unit_work = 2.0 * static_cast<double>(p->k);
  out.flops = out.unit_work * static_cast<double>(out.units);
  out.bytes = 4.0 * static_cast<double>(p->packed.size());
  out.traffic = Traffic::kRead;
  if (p->m < kStrassenFewestRows || !gemm_may_mix(p->k, p->n, p->packed.data())) return {out};
  Case mixed = out;
  mixed.kernel = "Strassen";
  mixed.run = [p, &pool] {
    GemmArgs args = p->args;
    args.mixes_rows = true;
    gemm_packed(args, pool, p->scratch.data());
  };
  return {out, mixed};
}

std::vector<Case> batched_gemm_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  const auto p = std::make_shared<BatchedGemm>(numbers[0], numbers[1], numbers[2], numbers[3], pool.threads());
  Case out;
  out.kernel = "batched";
  out.run = [p, &pool] { batched_gemm(p->args, pool, p->scratch.data()); };
  out.writes({p, &p->c});
  out.reference = [p](int64_t unit, std::span<double> value) {
    const int64_t batch = unit / (p->m * p->n), row = unit / p->n % p->m, column = unit % p->n;
    value[0] = 0;
    for (int64_t i = 0; i < p->k; ++i)
      value[0] += double(p->a.data()[(batch * p->m + row) * p->k + i]) * p->b.data()[(batch * p->k + i) * p->n + column];
  };
  out.units = p->batch * p->m * p->n;
  out.unit_work = 2.0 * static_cast<double>(p->k);
  out.flops = out.unit_work * static_cast<double>(out.units);
  return {out};
}

}  // namespace gearbox::bench
