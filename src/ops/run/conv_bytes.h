#pragma once

#include "ops/run/arithmetic.h"
#include "ops/run/quantise.h"
#include "ops/run/window_walk.h"

namespace gearbox::ops {

/// The inputs of a convolution of bytes: which hold the weights and the zero points.
struct ByteConv {
  int x_zero, weights, weights_zero;
};

/// Input `input` minus its zero point in input `zero`: one for all, or one per index of axis 0. Padding then counts as 0.
inline Result<std::vector<int32_t>> centred_bytes(const KernelContext& context, int input, int zero) {
  const Tensor& x = context.input(input);
  Ints zeros = {0};
  if (context.has_input(zero)) zeros = integers_of(context.input(zero));
  const int64_t count = static_cast<int64_t>(zeros.size()), each = count == 1 ? x.elements() : element_count(x.dims.subspan(1));
  if (count != 1 && count != x.dims[0]) return context.error(quoted(context, zero) + " has neither one element nor one per output channel");
  std::vector<int32_t> out;
  dispatch<int8_t, uint8_t>(x.dtype, [&]<class T>(T) {
    for (int64_t i = 0; i < x.elements(); ++i) {
      out.push_back(static_cast<int32_t>(x.as<T>()[i]) - static_cast<int32_t>(zeros[static_cast<size_t>(i / each)]));
    }
  });
  return out;
}

/// Asks `start(extents of the output)` for permission, then calls write(output channel, sum) for every output element in order; sums
/// wrap.
template <class Start, class Write>
Status convolve_bytes(KernelContext& context, const ByteConv& inputs, Start start, Write write) {
  const Tensor &x = context.input(0), &w = context.input(inputs.weights);
  const int64_t group = context.attributes().integer("group", 1);
  if (w.rank() != x.rank() || w.rank() < 2 || group < 1 || w.dims[0] % group != 0 || x.dims[1] != w.dims[1] * group) {
    return context.error(quoted(context, 0) + " with extents " + list_text(x.dims) + " and " + quoted(context, inputs.weights) +
                         " with extents " + list_text(w.dims) + " do not fit for group " + std::to_string(group));
  }
  GBX_ASSIGN_OR_RETURN(const WindowPlan plan, window_plan(context, extents(w.dims.subspan(2))));
  GBX_ASSIGN_OR_RETURN(const std::vector<int32_t> image, centred_bytes(context, 0, inputs.x_zero));
  GBX_ASSIGN_OR_RETURN(const std::vector<int32_t> weights, centred_bytes(context, inputs.weights, inputs.weights_zero));
  GBX_RETURN_IF_ERROR(start(window_output(plan, x.dims[0], w.dims[0])));
  const int64_t pixels = element_count(plan.image), taps = element_count(plan.kernel), channels = w.dims[1], outputs = w.dims[0];
  for (int64_t n = 0; n < x.dims[0]; ++n) {
    for (int64_t m = 0; m < outputs; ++m) {
      const int64_t first = n * x.dims[1] + m / (outputs / group) * channels;
      for_each_index(plan.out, [&](std::span<const int64_t> position) {
        int32_t sum = 0;
        int64_t k = 0;
        for_each_tap(plan, position, [&](const WindowTap& tap) {
          for (int64_t c = 0; c < channels && tap.inside; ++c) {
            sum = plus(sum, times(image[static_cast<size_t>((first + c) * pixels + tap.offset)],
                                  weights[static_cast<size_t>((m * channels + c) * taps + k)]));
          }
          ++k;
        });
        write(m, sum);
      });
    }
  }
  return {};
}

}  // namespace gearbox::ops
