#pragma once

#include <cstdint>

#include "base/thread_pool.h"

namespace gearbox::kernels {

enum class SoftmaxKind { kSoftmax, kLogSoftmax };

/// Softmax, or its logarithm, along the middle axis of x[outer, extent, inner]. y may be x. Any extent may be 0. Thread-safe.
void softmax(SoftmaxKind kind, int64_t outer, int64_t extent, int64_t inner, const float* x, float* y, ThreadPool& pool);

}  // namespace gearbox::kernels
