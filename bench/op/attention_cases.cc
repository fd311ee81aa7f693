#include <algorithm>
#include <cmath>
#include <memory>

#include "kernels/attention.h"
#include "op/floats.h"
#include "op/kinds.h"

namespace gearbox::bench {

using namespace kernels;

namespace {

constexpr float kScale = 0.125f;

/// Queries, keys and values as a transformer's projections leave them, [batch, length, heads, features], and a mask [batch, keys].
struct Attention {
  int64_t batch, heads, q_len, k_len, depth;
  Floats q = Floats::random(batch * heads * q_len * depth, 1), k = Floats::random(batch * heads * k_len * depth, 2);
  Floats v = Floats::random(batch * heads * k_len * depth, 3), mask = Floats::random(batch * k_len, 4);
  Floats out = Floats::poisoned(q.size()), scratch;
  AttentionArgs args;

  Attention(const std::vector<int64_t>& n, int threads)
      : batch(n[0]),
        heads(n[1]),
        q_len(n[2]),
        k_len(n[3]),
        depth(n[4]),
        scratch(Floats::poisoned(attention_scratch_bytes(threads) / 4 + 16)) {
    args = {.batch = batch, .heads = heads, .q_len = q_len, .k_len = k_len, .depth = depth, .value_depth = depth, .scale = kScale};
    args.q = {q.data(), heads * q_len * depth, depth, heads * depth, 1};
    args.k = {k.data(), heads * k_len * depth, depth, heads * depth, 1};
    args.v = {v.data(), heads * k_len * depth, depth, heads * depth, 1};
    args.out = out.data();
    args.out_batch_stride = heads * q_len * depth;
    args.out_head_stride = depth;
    args.out_row_stride = heads * depth;
    args.mask = mask.data();
    args.mask_strides = {k_len, 0, 0, 1};
  }

  /// One row of the output: of (image, query, head), in that order of the layout.
  void reference(int64_t unit, std::span<double> row) const {
    const int64_t head = unit % heads, query = unit / heads % q_len, image = unit / heads / q_len;
    const float* from = q.data() + ((image * q_len + query) * heads + head) * depth;
    const auto key_row = [&](const Floats& of, int64_t key) { return of.data() + ((image * k_len + key) * heads + head) * depth; };
    std::vector<double> weights(static_cast<size_t>(k_len));
    for (int64_t key = 0; key < k_len; ++key) {
      double dot = 0;
      for (int64_t i = 0; i < depth; ++i) dot += double(from[i]) * key_row(k, key)[i];
      weights[key] = kScale * dot + mask.data()[image * k_len + key];
    }
    const double top = k_len > 0 ? *std::ranges::max_element(weights) : 0;
    double sum = 0;
    for (double& weight : weights) sum += weight = std::exp(weight - top);
    std::ranges::fill(row, 0.0);
    for (int64_t key = 0; key < k_len; ++key) {
      for (int64_t i = 0; i < depth; ++i) row[i] += weights[key] / sum * key_row(v, key)[i];
    }
  }
};

}  // namespace

std::vector<Case> attention_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  const auto p = std::make_shared<Attention>(numbers, pool.threads());
  Case out;
  out.kernel = "fused";
  out.run = [p, &pool] { attention(p->args, pool, p->scratch.data()); };
  out.writes({p, &p->out});
  out.reference = [p](int64_t unit, std::span<double> row) { p->reference(unit, row); };
  out.units = p->batch * p->q_len * p->heads;
  out.unit_size = p->depth;
  out.unit_work = 4.0 * static_cast<double>(p->k_len * p->depth);
  out.flops = out.unit_work * static_cast<double>(out.units);
  out.bytes = 8.0 * static_cast<double>(p->batch * p->heads * p->k_len * p->depth);
  out.traffic = Traffic::kRead;
  return {out};
}

}  // namespace gearbox::bench
