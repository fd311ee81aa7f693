#include "ops/run/convert.h"
#include "ops/run/normalise.h"

namespace gearbox::ops::rms_normalization {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", -1), x.rank()));
  const double epsilon = context.attributes().real("epsilon", 1e-5f);
  const int64_t n = element_count(x.dims.subspan(axis));
  Extents strides[1];
  GBX_ASSIGN_OR_RETURN(strides[0], strides_onto(context, 1, x.dims));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const std::vector<double> scale = reals_of(context.input(1));
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    int64_t i = 0;
    double inverse = 1;
    for_each_offset(x.dims, strides, [&](const int64_t(&at)[1]) {
      if (i % n == 0) {
        double squares = 0;
        for (int64_t k = 0; k < n; ++k) squares += static_cast<double>(x.as<T>()[i + k]) * static_cast<double>(x.as<T>()[i + k]);
        inverse = 1 / std::sqrt(squares / static_cast<double>(n) + epsilon);
      }
      y.as<T>()[i] = convert<T>(static_cast<double>(x.as<T>()[i]) * inverse * scale[static_cast<size_t>(at[0])]);
      ++i;
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "RMSNormalization", .run = reference}); }

}  // namespace gearbox::ops::rms_normalization
