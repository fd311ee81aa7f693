#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "kernels/gemm_blocking.h"

namespace gearbox::kernels {

/// Which elements of a product C = A B^T are wanted, and the blocks of C that hold them. Immutable.
class SamplePlan {
 public:
  /// Rows and columns of a block, and the fewest that C has.
  static constexpr int64_t kBlock = 4;
  /// The most samples of a run.
  static constexpr int64_t kRun = kPanel;
  struct Block {
    int64_t row, column;  ///< the first ones
  };
  /// Samples one after another that lie one after another in a row of C, too.
  struct Run {
    int64_t from, sample, count;  ///< place in C with rows ld() apart, first sample, samples
  };

  SamplePlan() = default;
  /// Sample s is C[rows[s], columns[s]]. Both lists are equally long, without negative entries.
  SamplePlan(std::span<const int64_t> rows, std::span<const int64_t> columns);

  int64_t samples() const { return samples_; }
  int64_t rows() const { return rows_; }        ///< of C that blocks reach
  int64_t columns() const { return columns_; }  ///< likewise
  int64_t ld() const { return round_up(columns_, kPanel); }
  std::span<const Block> blocks() const { return blocks_; }
  std::span<const Run> runs() const { return runs_; }

 private:
  int64_t samples_ = 0, rows_ = kBlock, columns_ = kBlock;
  std::vector<Block> blocks_;
  std::vector<Run> runs_;
};

/// Sampled dense-dense products (SDDMM) over a batch: out[i, s] = sum over k of a[i, rows[s], k] b[i, columns[s], k].
struct SampledProductArgs {
  const SamplePlan& plan;
  int64_t batch = 0;
  int64_t k = 0;
  const float* a = nullptr;                        ///< batch x plan.rows() or more x k
  const float* b = nullptr;                        ///< batch x plan.columns() or more x k
  int64_t a_batch_stride = 0, b_batch_stride = 0;  ///< floats
  float* out = nullptr;                            ///< batch x plan.samples(); must not overlap A or B
};

/// Bytes of scratch that sampled_product needs for a pool of so many threads.
int64_t sampled_product_scratch_bytes(const SamplePlan& plan, int threads);

/// Runs the products on the pool. `scratch` holds sampled_product_scratch_bytes(plan, pool.threads()) bytes aligned to 64. Thread-safe with
/// distinct scratch.
void sampled_product(const SampledProductArgs& args, ThreadPool& pool, void* scratch);

}  // namespace gearbox::kernels
