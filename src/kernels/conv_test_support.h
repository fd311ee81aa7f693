#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "kernels/conv.h"
#include "kernels/epilogue.h"

namespace gearbox::kernels::test {

/// Uniform in [-1, 1).
std::vector<float> random_floats(std::mt19937& random, int64_t count);
int64_t random_int(std::mt19937& random, int64_t low, int64_t high);

/// A buffer of NaN.
std::vector<float> poisoned(int64_t count);

/// Plain [N, C, pixels] to nChw8c and back in the plainest loops. Lanes past C become NaN.
std::vector<float> blocked(const std::vector<float>& plain, int64_t batch, int64_t channels, int64_t pixels);
std::vector<float> plain(const std::vector<float>& blocked, int64_t batch, int64_t channels, int64_t pixels);

/// The definition of a convolution in plain layouts, summed in double. `weights` is [O, C/groups, kh, kw]; the result [N, O, oh, ow].
std::vector<double> reference_conv(const ConvShape& shape, const std::vector<float>& in, const std::vector<float>& weights);

/// Largest difference relative to the largest magnitude of `want`; infinite where a value is NaN or sizes differ.
double relative_error(const std::vector<float>& got, const std::vector<double>& want);

/// An axis with a random kernel, stride, dilation and asymmetric padding; its output may be empty.
ConvAxis random_axis(std::mt19937& random, int64_t most_in, int64_t most_kernel);

/// Per-channel values in whole blocks; lanes past the channels are NaN.
std::vector<float> channel_vector(std::mt19937& random, int64_t channels);

/// A random epilogue (bias, residual, gates, an activation) on an output [N, O, oh, ow] in blocks, and `want` changed as it should.
struct RandomEpilogue {
  RandomEpilogue(std::mt19937& random, const ConvShape& shape, std::vector<double>* want);

  std::vector<float> bias, residual, gate;
  std::vector<EpilogueStep> steps;
};

std::string describe(const ConvShape& shape);

/// Scratch memory aligned to 64 bytes and filled with NaN.
class Scratch {
 public:
  explicit Scratch(size_t bytes);
  void* data() { return data_; }

 private:
  std::vector<float> memory_;
  void* data_;
};

}  // namespace gearbox::kernels::test
