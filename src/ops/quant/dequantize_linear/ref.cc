#include "ops/run/quantise.h"

namespace gearbox::ops::dequantize_linear {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const ScaleLayout layout, scale_layout(context, 1));
  const std::vector<double> scales = reals_of(context.input(1));
  const Ints zeros = context.has_input(2) ? integers_of(context.input(2)) : Ints(scales.size(), 0);
  if (zeros.size() != scales.size()) return context.error(quoted(context, 2) + " has not as many elements as the scale");
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  bool known = false;
  dispatch_quantised(x.dtype, [&]<class In>(In) {
    known = dispatch<float, Half, BFloat16>(y.dtype, [&]<class Out>(Out) {
      int64_t i = 0;
      for_each_index(x.dims, [&](std::span<const int64_t> index) {
        const size_t at = static_cast<size_t>(layout.offset(index));
        const int64_t distance = static_cast<int64_t>(x.as<In>()[i]) - zeros[at];
        y.as<Out>()[i++] = Out(static_cast<float>(distance) * static_cast<float>(scales[at]));
      });
    });
  });
  return known_type(context, known, {});
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "DequantizeLinear", .run = reference}); }

}  // namespace gearbox::ops::dequantize_linear
