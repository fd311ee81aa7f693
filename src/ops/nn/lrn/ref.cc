#include <cmath>

#include "ops/run/arguments.h"
#include "ops/run/convert.h"

namespace gearbox::ops::lrn {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Attributes& attributes = context.attributes();
  const int64_t size = attributes.integer("size", 0);
  if (x.rank() < 2 || size < 1) return context.error(quoted(context, 0) + " needs a batch and a channel axis, and 'size' must be positive");
  const double alpha = attributes.real("alpha", 1e-4f), beta = attributes.real("beta", 0.75f), bias = attributes.real("bias", 1);
  const int64_t channels = x.dims[1], image = element_count(x.dims.subspan(2));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    for (int64_t n = 0; n < x.dims[0]; ++n) {
      for (int64_t c = 0; c < channels; ++c) {
        for (int64_t i = 0; i < image; ++i) {
          double squares = 0;
          for (int64_t k = std::max<int64_t>(c - (size - 1) / 2, 0); k <= std::min(c + size / 2, channels - 1); ++k) {
            const double neighbour = static_cast<double>(x.as<T>()[(n * channels + k) * image + i]);
            squares += neighbour * neighbour;
          }
          const int64_t at = (n * channels + c) * image + i;
          y.as<T>()[at] =
              convert<T>(static_cast<double>(x.as<T>()[at]) / std::pow(bias + alpha / static_cast<double>(size) * squares, beta));
        }
      }
    }
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "LRN", .run = reference}); }

}  // namespace gearbox::ops::lrn
