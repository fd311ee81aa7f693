#include "ops/run/conv_bytes.h"

namespace gearbox::ops::qlinear_conv {

Status reference(KernelContext& context) {
  const int64_t outputs = context.input(3).rank() > 0 ? context.input(3).dims[0] : 0;
  GBX_ASSIGN_OR_RETURN(const std::vector<double> w_scale, spread(context, 4, {outputs}, false));
  const Ints bias = context.has_input(8) ? integers_of(context.input(8)) : Ints(static_cast<size_t>(outputs), 0);
  if (static_cast<int64_t>(bias.size()) != outputs)
    return context.error(quoted(context, 8) + " must hold one element for each output channel");
  for (int scalar : {1, 6, 7}) {
    if (context.input(scalar).elements() != 1) return context.error(quoted(context, scalar) + " is not a scalar");
  }
  const double scale = reals_of(context.input(1))[0] / reals_of(context.input(6))[0];
  const int64_t zero = integer_input(context, 7, 0);
  Tensor y;
  int64_t written = 0;
  auto start = [&](const Extents& dims) -> Status {
    GBX_ASSIGN_OR_RETURN(y, context.output(0, dims));
    return {};
  };
  return convolve_bytes(context, {.x_zero = 2, .weights = 3, .weights_zero = 5}, start, [&](int64_t channel, int32_t sum) {
    const size_t m = static_cast<size_t>(channel);
    const double scaled = static_cast<double>(sum + bias[m]) * scale * w_scale[m];
    dispatch<int8_t, uint8_t>(y.dtype, [&]<class T>(T) { y.as<T>()[written++] = quantised<T>(scaled, zero); });
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "QLinearConv", .run = reference}); }

}  // namespace gearbox::ops::qlinear_conv
