#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/capi_test_support.h"

namespace gearbox::testing {

using Dims = std::vector<int64_t>;

/// y = x * scale and its sums by row, with gears for batches of x.
inline Model rows(const std::string& batches, bool fallback = true) {
  return load("rows", {.input_shape = "x:-1,3", .dynamic_batch_size = batches, .no_fallback = !fallback});
}

/// Three negations with the gears of GE's own example.
inline Model labels(bool fallback = true) {
  return load(
      "labels",
      {.input_shape = "data:1,1,40,-1;label:1,-1;mask:-1,-1", .dynamic_dims = "20,20,1,1;40,40,2,2;80,60,4,4", .no_fallback = !fallback});
}

/// A convolution with gears for the size of its picture.
inline Model pictures() { return load("conv", {.input_shape = "x:1,3,-1,-1", .dynamic_image_size = "4,4;8,6"}); }

/// A call of rows() with memory for any batch, x counting up and scale 2.
struct RowsCall {
  std::vector<float> x = iota(64 * 3), scale = {2};
  Dataset dataset;
  explicit RowsCall(const Model& model) : dataset(model) {
    dataset.input_buffer(0, x.data(), x.size() * sizeof(float));
    dataset.input(1, view(scale.data(), {1}));
  }
  /// Whether the results are those of that batch.
  bool right(int64_t batch) const {
    const TensorView y = dataset.output(0), sum = dataset.output(1);
    bool out = y.dims == Dims{batch, 3} && sum.dims == Dims{batch};
    for (int64_t n = 0; out && n < batch; ++n) {
      out = y.as<float>()[3 * n + 2] == 2 * x[static_cast<size_t>(3 * n + 2)] &&
            sum.as<float>()[n] == 2 * (3 * x[static_cast<size_t>(3 * n + 1)]);
    }
    return out;
  }
};

}  // namespace gearbox::testing
