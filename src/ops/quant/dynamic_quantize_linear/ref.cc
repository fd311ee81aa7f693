#include <algorithm>

#include "ops/run/quantise.h"

namespace gearbox::ops::dynamic_quantize_linear {

/// A range of nothing but zeros has scale 1.
Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const int64_t count = x.elements();
  float low = 0, high = 0;
  for (int64_t i = 0; i < count; ++i) {
    low = smaller(low, x.as<float>()[i]);
    high = larger(high, x.as<float>()[i]);
  }
  const float scale = high == low ? 1 : (high - low) / 255;
  const uint8_t zero = quantised<uint8_t>(-low / scale, 0);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  GBX_ASSIGN_OR_RETURN(Tensor y_scale, context.output(1, Extents()));
  GBX_ASSIGN_OR_RETURN(Tensor y_zero, context.output(2, Extents()));
  *y_scale.as<float>() = scale;
  *y_zero.as<uint8_t>() = zero;
  for (int64_t i = 0; i < count; ++i) y.as<uint8_t>()[i] = quantised<uint8_t>(x.as<float>()[i] / scale, zero);
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "DynamicQuantizeLinear", .run = reference}); }

}  // namespace gearbox::ops::dynamic_quantize_linear
