#include "ops/run/convert.h"
#include "ops/run/normalise.h"

namespace gearbox::ops::instance_normalization {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  if (x.rank() < 2) return context.error(quoted(context, 0) + " needs a batch and a channel axis");
  const int64_t channels = x.dims[1], images = x.dims[0] * channels, image = element_count(x.dims.subspan(2));
  for (int i : {1, 2}) {
    if (context.input(i).elements() != channels) return context.error(quoted(context, i) + " must hold one element for each channel");
  }
  const std::vector<double> scale = reals_of(context.input(1)), bias = reals_of(context.input(2));
  const double epsilon = context.attributes().real("epsilon", 1e-5f);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    for (int64_t n = 0; n < images; ++n) {
      const size_t c = static_cast<size_t>(n % channels);
      const T* from = x.as<T>() + n * image;
      const Moments moments = moments_of(from, image);
      const double factor = scale[c] / std::sqrt(moments.variance + epsilon);
      for (int64_t i = 0; i < image; ++i)
        y.as<T>()[n * image + i] = convert<T>((static_cast<double>(from[i]) - moments.mean) * factor + bias[c]);
    }
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "InstanceNormalization", .run = reference}); }

}  // namespace gearbox::ops::instance_normalization
