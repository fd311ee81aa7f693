#include <cmath>

#include "ops/run/arguments.h"
#include "ops/run/convert.h"

namespace gearbox::ops::lp_normalization {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", -1), x.rank()));
  const bool squared = context.attributes().integer("p", 2) == 2;
  const int64_t outer = element_count(x.dims.first(axis)), n = x.dims[axis], inner = element_count(x.dims.subspan(axis + 1));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t i = 0; i < inner; ++i) {
        const int64_t base = o * n * inner + i;
        double norm = 0;
        for (int64_t k = 0; k < n; ++k) {
          const double element = static_cast<double>(x.as<T>()[base + k * inner]);
          norm += squared ? element * element : std::abs(element);
        }
        if (squared) norm = std::sqrt(norm);
        for (int64_t k = 0; k < n; ++k) {
          const double element = static_cast<double>(x.as<T>()[base + k * inner]);
          y.as<T>()[base + k * inner] = convert<T>(norm == 0 ? 0.0 : element / norm);
        }
      }
    }
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "LpNormalization", .run = reference}); }

}  // namespace gearbox::ops::lp_normalization
