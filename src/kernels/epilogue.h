#pragma once

#include <cstdint>
#include <span>

#include "kernels/activation.h"

namespace gearbox::kernels {

/// What one step does to an output element x of channel c (the column of a matrix product, the channel of a convolution).
/// The order is part of the package format: append only.
enum class EpilogueKind : uint8_t {
  kScaleShift,          ///< a x + b
  kAddChannel,          ///< x + a data[c]
  kMulChannel,          ///< x data[c]
  kActivation,          ///< activation(x; a, b)
  kAddTensor,           ///< x + a data[same element]
  kMulTensor,           ///< x data[same element]
  kMulPerImageChannel,  ///< x data[image * stride + c]: squeeze-and-excitation gates [N, C]
  kLeakyChannel,        ///< x >= 0 ? x : x data[c]
};

/// One step. `data` must not overlap the output: kernels keep partial sums in the output before the epilogue runs.
struct EpilogueStep {
  EpilogueKind kind = EpilogueKind::kScaleShift;
  Activation activation = Activation::kIdentity;
  float a = 1;
  float b = 0;
  const float* data = nullptr;
  /// kAddTensor, kMulTensor: floats between rows of `data`; 0 means laid out exactly as the output (same offsets).
  /// kMulPerImageChannel: floats between images.
  int64_t stride = 0;
};

/// Steps applied in order to each output tile while it is in registers or L1, after the last accumulation.
/// Vectors per channel hold as many floats as there are channels; blocked layouts pad them to whole blocks.
struct Epilogue {
  std::span<const EpilogueStep> steps{};
  bool empty() const { return steps.empty(); }
};

/// Where a tile of finished outputs lies: `rows` x `cols` floats at `data`, rows `ld` apart. Columns are channels; rows are the rows of a
/// matrix product or the pixels of one channel block.
struct EpilogueTile {
  float* data = nullptr;
  int64_t ld = 0;
  int64_t rows = 0;
  int64_t cols = 0;
  int64_t channel = 0;        ///< channel of the first column
  int64_t row = 0;            ///< row of the first row in the whole output; used by tensors with their own stride
  int64_t image = 0;          ///< index for kMulPerImageChannel
  int64_t output_offset = 0;  ///< floats from the output's begin to the tile's first element; used by tensors laid out as the output
  int64_t output_ld = 0;      ///< floats between the tile's rows in the output; differs from `ld` if `data` is a temporary
};

/// Applies all steps to one tile. Kernels call the inlined form in epilogue-inl.h; this one is for tests and plain callers. Thread-safe.
void apply_epilogue(const Epilogue& epilogue, const EpilogueTile& tile);

}  // namespace gearbox::kernels
