#include "kernels/conv_pack.h"

#include <algorithm>

#include "kernels/conv.h"
#include "kernels/layout.h"

namespace gearbox::kernels {
namespace conv_pack {

constexpr int64_t kPanel = 16;

int64_t panels(int64_t outputs) { return (outputs + kPanel - 1) / kPanel; }

/// One group's weights [outputs, inputs, taps] to panels whose inputs are cut in blocks of `block`, each block ordered [taps][block][16].
float* pack_group(int64_t outputs, int64_t inputs, int64_t taps, int64_t block, const float* weights, float* to) {
  for (int64_t panel = 0; panel < panels(outputs); ++panel) {
    for (int64_t begin = 0; begin < inputs; begin += block) {
      const int64_t end = std::min(inputs, begin + block);
      for (int64_t tap = 0; tap < taps; ++tap) {
        for (int64_t i = begin; i < end; ++i) {
          for (int64_t lane = 0; lane < kPanel; ++lane) {
            const int64_t o = panel * kPanel + lane;
            *to++ = o < outputs ? weights[(o * inputs + i) * taps + tap] : 0.f;
          }
        }
      }
    }
  }
  return to;
}

}  // namespace conv_pack

int64_t conv_weights_size(const ConvWeightShape& shape) {
  const int64_t taps = shape.kernel_h * shape.kernel_w, inputs = shape.in_channels / shape.groups;
  if (!conv_groups_are_blocked(shape.in_channels, shape.out_channels, shape.groups)) {
    return channel_blocks(shape.out_channels) * kBlock * inputs * taps;
  }
  return shape.groups * conv_pack::panels(shape.out_channels / shape.groups) * conv_pack::kPanel * inputs * taps;
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
  for (int64_t group = 0; group < shape.groups; ++group) {
    packed = conv_pack::pack_group(outputs, inputs, taps, kBlock, weights + group * outputs * inputs * taps, packed);
  }
}

int64_t conv_plain_weights_size(const ConvWeightShape& shape) {
  return conv_pack::panels(shape.out_channels) * conv_pack::kPanel * shape.in_channels * shape.kernel_h * shape.kernel_w;
}

void pack_conv_plain_weights(const ConvWeightShape& shape, const float* weights, float* packed) {
  conv_pack::pack_group(shape.out_channels, shape.in_channels, shape.kernel_h * shape.kernel_w, 1, weights, packed);
}

}  // namespace gearbox::kernels
