#pragma once

#include <cstdint>

#include "base/thread_pool.h"

namespace gearbox::kernels {

/// Folds along an axis. Of nothing: 0 for sums and norms, 1 for kProd, -inf for kMax, kLogSum and kLogSumExp, +inf for kMin, NaN for kMean.
enum class ReduceOp : uint8_t {
  kSum,
  kMean,
  kMax,  ///< NaN if any element is
  kMin,  ///< NaN if any element is
  kProd,
  kL1,         ///< sum |x|
  kL2,         ///< sqrt(sum x^2)
  kSumSquare,  ///< sum x^2
  kLogSum,     ///< log(sum x)
  kLogSumExp,  ///< log(sum exp(x)), computed about the maximum
};

/// y[outer, inner] = op over the middle axis of x[outer, extent, inner]. Any extent may be 0. Thread-safe; y must not overlap x.
void reduce(ReduceOp op, int64_t outer, int64_t extent, int64_t inner, const float* x, float* y, ThreadPool& pool);

}  // namespace gearbox::kernels
