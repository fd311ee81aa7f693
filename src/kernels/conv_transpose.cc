#include "kernels/conv_transpose.h"

#include <algorithm>

#include "kernels/conv_grouped.h"
#include "kernels/conv_panels.h"
#include "kernels/conv_task.h"
#include "kernels/conv_transpose_phase.h"
#include "kernels/layout.h"

namespace gearbox::kernels {
namespace conv_transpose {

/// Calls visit(task, floats of its weights) for each phase that has outputs or weights, in the order of the packed weights.
template <class Visit>
void for_each_phase(const ConvShape& shape, const Visit& visit) {
  for (int64_t ry = 0; ry < shape.h.stride; ++ry) {
    for (int64_t rx = 0; rx < shape.w.stride; ++rx) {
      const TransposeAxis h = transpose_axis(shape.h, ry), w = transpose_axis(shape.w, rx);
      ConvShape phase = shape;
      phase.h = h.axis;
      phase.w = w.axis;
      ConvTask task = conv_blocked_task(phase);
      task.h = h.axis;
      task.w = w.axis;
      const int64_t taps = transpose_phase(shape.h, ry).count * transpose_phase(shape.w, rx).count;
      if (taps == 0) task.outer = 0;
      const int64_t row = shape.w.out * kBlock;
      task.out_block_stride = shape.h.out * row;
      task.out_image_stride = channel_blocks(shape.out_channels) * task.out_block_stride;
      task.out_row_stride = shape.h.stride * row;
      task.out_pixel_stride = shape.w.stride * kBlock;
      task.out_offset = h.first_output * row + w.first_output * kBlock;
      visit(task, shape.groups * panel_count(task.out_channels) * kPanel * (shape.in_channels / shape.groups) * taps);
    }
  }
}

}  // namespace conv_transpose

int64_t conv_transpose_weights_size(const ConvShape& shape) {
  const int64_t taps = shape.h.kernel * shape.w.kernel, inputs = shape.in_channels / shape.groups;
  if (!conv_groups_are_blocked(shape.in_channels, shape.out_channels, shape.groups)) {
    return channel_blocks(shape.out_channels) * kBlock * inputs * taps;
  }
  return shape.groups * panel_count(shape.out_channels / shape.groups) * kPanel * inputs * taps;
}

void pack_conv_transpose_weights(const ConvShape& shape, const float* weights, float* packed) {
  const int64_t inputs = shape.in_channels / shape.groups, outputs = shape.out_channels / shape.groups;
  const int64_t kh = shape.h.kernel, kw = shape.w.kernel;
  const auto weight = [&](int64_t group, int64_t o, int64_t i, int64_t ky, int64_t kx) {
    return weights[(((group * inputs + i) * outputs + o) * kh + ky) * kw + kx];
  };
  if (!conv_groups_are_blocked(shape.in_channels, shape.out_channels, shape.groups)) {
    for (int64_t block = 0; block < channel_blocks(shape.out_channels); ++block) {
      for (int64_t i = 0; i < inputs; ++i) {
        for (int64_t tap = 0; tap < kh * kw; ++tap) {
          for (int64_t o = block * kBlock; o < (block + 1) * kBlock; ++o) {
            *packed++ = o < shape.out_channels ? weight(o / outputs, o % outputs, i, tap / kw, tap % kw) : 0.f;
          }
        }
      }
    }
    return;
  }
  for (int64_t ry = 0; ry < shape.h.stride; ++ry) {
    for (int64_t rx = 0; rx < shape.w.stride; ++rx) {
      const TransposePhase y = transpose_phase(shape.h, ry), x = transpose_phase(shape.w, rx);
      for (int64_t group = 0; group < shape.groups; ++group) {
        packed = pack_panels(
            outputs, inputs, y.count * x.count, kBlock,
            [&](int64_t o, int64_t i, int64_t tap) {
              const int64_t ty = y.count - 1 - tap / x.count, tx = x.count - 1 - tap % x.count;
              return weight(group, o, i, y.first + ty * y.step, x.first + tx * x.step);
            },
            packed);
      }
    }
  }
}

void conv_transpose_blocked(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue,
                            void* scratch, ThreadPool& pool) {
  if (!conv_groups_are_blocked(shape.in_channels, shape.out_channels, shape.groups)) {
    return conv_transpose_grouped(shape, in, weights, out, epilogue, pool);
  }
  conv_transpose::for_each_phase(shape, [&](ConvTask& task, int64_t weights_size) {
    task.in = in;
    task.weights = weights;
    task.out = out + task.out_offset;
    weights += weights_size;
    run_conv_task(task, epilogue, scratch, pool);
  });
}

size_t conv_transpose_blocked_scratch_bytes(const ConvShape& shape, int threads) {
  if (!conv_groups_are_blocked(shape.in_channels, shape.out_channels, shape.groups)) return 0;
  size_t most = 0;
  conv_transpose::for_each_phase(
      shape, [&](const ConvTask& task, int64_t) { most = std::max(most, conv_task_scratch_bytes(plan_conv(task, threads), threads)); });
  return most;
}

}  // namespace gearbox::kernels
