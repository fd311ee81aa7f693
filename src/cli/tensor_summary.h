#pragma once

#include <cmath>
#include <cstdint>

#include "ops/kernel_api.h"

namespace gearbox::cli {

/// What a tensor's elements are like, NaN and infinities counted apart.
struct TensorSummary {
  double least = NAN, most = NAN, mean = NAN;
  int64_t not_finite = 0;
};

TensorSummary summarise(const Tensor& tensor);

}  // namespace gearbox::cli
