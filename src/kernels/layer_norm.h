#pragma once

#include <cstdint>

#include "base/thread_pool.h"

namespace gearbox::kernels {

enum class NormKind {
  kLayer,  ///< (x - mean) / sqrt(variance + eps)
  kRms,    ///< x / sqrt(mean of squares + eps)
};

/// y = normalised(x + residual) * scale + bias along the rows of [rows, cols]. Null pointers leave their part out.
struct LayerNormArgs {
  NormKind kind = NormKind::kLayer;
  int64_t rows = 0;
  int64_t cols = 0;
  float epsilon = 1e-5f;
  const float* x = nullptr;
  const float* residual = nullptr;     ///< [rows, cols]
  const float* scale = nullptr;        ///< [cols]
  const float* bias = nullptr;         ///< [cols]
  float* y = nullptr;                  ///< may be x or residual
  float* sum = nullptr;                ///< [rows, cols]: also receives x + residual; may be x or residual, not y
  float* mean = nullptr;               ///< [rows]
  float* inverse_deviation = nullptr;  ///< [rows]: 1 / sqrt(variance + eps)
};

/// Reads a row once, for its mean and variance about the mean of its first elements; again, mean first, where those are far from the row's.
/// Thread-safe.
void layer_norm(const LayerNormArgs& args, ThreadPool& pool);

}  // namespace gearbox::kernels
