#include "ops/run/conv_bytes.h"

namespace gearbox::ops::conv_integer {

Status reference(KernelContext& context) {
  int32_t* out = nullptr;
  auto start = [&](const Extents& dims) -> Status {
    GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
    out = y.as<int32_t>();
    return {};
  };
  return convolve_bytes(context, {.x_zero = 2, .weights = 1, .weights_zero = 3}, start, [&](int64_t, int32_t sum) { *out++ = sum; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ConvInteger", .run = reference}); }

}  // namespace gearbox::ops::conv_integer
