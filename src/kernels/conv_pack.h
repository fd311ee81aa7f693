#pragma once

#include <cstdint>

namespace gearbox::kernels {

/// What is static in a convolution's weights: [out_channels, in_channels / groups, kernel_h, kernel_w].
struct ConvWeightShape {
  int64_t in_channels = 1;
  int64_t out_channels = 1;
  int64_t groups = 1;
  int64_t kernel_h = 1;
  int64_t kernel_w = 1;
};

// Dense weights are packed in panels of 16 output channels, panel by panel of each group; within a panel the order is
// [block of 8 inputs][kernel row][kernel column][input in the block, only true ones][16 outputs]; missing outputs are zero.
// Groups that are not whole blocks keep their weights as [out block][input of the group][kernel row][kernel column][8 outputs].

/// Floats that pack_conv_weights writes.
int64_t conv_weights_size(const ConvWeightShape& shape);
/// Weights of conv_blocked. Pure; `packed` must not overlap `weights`.
void pack_conv_weights(const ConvWeightShape& shape, const float* weights, float* packed);

/// Weights of conv_plain_input: panels of 16 outputs, each [input][kernel row][kernel column][16]. One group.
int64_t conv_plain_weights_size(const ConvWeightShape& shape);
void pack_conv_plain_weights(const ConvWeightShape& shape, const float* weights, float* packed);

}  // namespace gearbox::kernels
