#include "kernels/conv_pack.h"

#include "kernels/conv.h"
#include "kernels/conv_panels.h"
#include "kernels/layout.h"

namespace gearbox::kernels {

int64_t conv_weights_size(const ConvWeightShape& shape) {
  const int64_t taps = shape.kernel_h * shape.kernel_w, inputs = shape.in_channels / shape.groups;
  if (!conv_groups_are_blocked(shape.in_channels, shape.out_channels, shape.groups)) {
    return channel_blocks(shape.out_channels) * kBlock * inputs * taps;
  }
  return shape.groups * panel_count(shape.out_channels / shape.groups) * kPanel * inputs * taps;
}

void pack_conv_weights(const ConvWeightShape& shape, const float* weights, float* packed) {
  const int64_t taps = shape.kernel_h * shape.kernel_w, inputs = shape.in_channels / shape.groups;
  if (!conv_groups_are_blocked(shape.in_channels, shape.out_channels, shape.groups)) {
    for (int64_t block = 0; block < channel_blocks(shape.out_channels); ++block) {
      for (int64_t i = 0; i < inputs * taps; ++i) {
        for (int64_t lane = 0; lane < kBlock; ++lane) {
          const int64_t o = block * kBlock + lane;
          *packed++ = o < shape.out_channels ? weights[o * inputs * taps + i] : 0.f;
        }
      }
    }
    return;
  }
  const int64_t outputs = shape.out_channels / shape.groups;
  for (int64_t group = 0; group < shape.groups; ++group, weights += outputs * inputs * taps) {
    packed = pack_panels(
        outputs, inputs, taps, kBlock, [&](int64_t o, int64_t i, int64_t tap) { return weights[(o * inputs + i) * taps + tap]; }, packed);
  }
}

int64_t conv_plain_weights_size(const ConvWeightShape& shape) {
  return panel_count(shape.out_channels) * kPanel * shape.in_channels * shape.kernel_h * shape.kernel_w;
}

void pack_conv_plain_weights(const ConvWeightShape& shape, const float* weights, float* packed) {
  const int64_t inputs = shape.in_channels, taps = shape.kernel_h * shape.kernel_w;
  pack_panels(
      shape.out_channels, inputs, taps, 1, [&](int64_t o, int64_t i, int64_t tap) { return weights[(o * inputs + i) * taps + tap]; },
      packed);
}

}  // namespace gearbox::kernels
