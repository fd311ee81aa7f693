#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/thread_pool.h"
#include "kernels/epilogue.h"

namespace gearbox::kernels {

enum class ResizeMode : uint8_t { kNearest, kLinear, kCubic };

/// ONNX Resize's coordinate_transformation_mode.
enum class ResizeCoordinates : uint8_t {
  kHalfPixel,
  kHalfPixelSymmetric,
  kPytorchHalfPixel,
  kAlignCorners,
  kAsymmetric,
  kTfHalfPixelForNearest,
  kTfCropAndResize,
};

/// ONNX Resize's nearest_mode.
enum class ResizeRounding : uint8_t { kRoundPreferFloor, kRoundPreferCeil, kFloor, kCeil };

/// How one axis is resized.
struct ResizeAxis {
  int64_t in = 1;
  int64_t out = 1;
  float scale = 1;  ///< output per input as the model states it (out / in where it gives sizes)
  ResizeMode mode = ResizeMode::kNearest;
  ResizeCoordinates coordinates = ResizeCoordinates::kHalfPixel;
  ResizeRounding rounding = ResizeRounding::kRoundPreferFloor;
  float cubic_a = -0.75f;
  bool exclude_outside = false;
  bool antialias = false;
  float roi_begin = 0;  ///< of kTfCropAndResize
  float roi_end = 1;
};

/// For each output position `taps` input positions and weights, position by position. A first position of -1 stands for the extrapolation
/// value. Nearest has one tap and no weights.
struct ResizeTable {
  int64_t in = 1;
  int64_t out = 1;
  int64_t taps = 1;
  const int32_t* index = nullptr;
  const float* weight = nullptr;
};

/// Bytes of an axis's table.
size_t resize_table_bytes(const ResizeAxis& axis);
/// Builds the table in `memory` (4-byte aligned). Coordinates are computed in float as ONNX Runtime does, so that ties fall alike.
ResizeTable build_resize_table(const ResizeAxis& axis, void* memory);

// Thread-safe, allocate nothing; extents of 0 are legal, but an empty input cannot give a non-empty output.

/// Resizes height and width of [N, C, h, w] in nChw8c.
void resize_blocked(int64_t batch, int64_t channels, const ResizeTable& h, const ResizeTable& w, const float* in, float* out,
                    float extrapolation, const Epilogue& epilogue, ThreadPool& pool);

/// Resizes any number of trailing axes (up to 6) of `planes` plain tensors.
void resize_plain(int64_t planes, std::span<const ResizeTable> axes, const float* in, float* out, float extrapolation, ThreadPool& pool);

}  // namespace gearbox::kernels
