#include "ops/run/convert.h"
#include "ops/run/normalise.h"

namespace gearbox::ops::group_normalization {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const int64_t groups = context.attributes().integer("num_groups", 0);
  if (x.rank() < 2 || groups < 1 || x.dims[1] % groups != 0) {
    return context.error(std::to_string(groups) + " groups do not divide " + quoted(context, 0) + " with extents " + list_text(x.dims));
  }
  const int64_t channels = x.dims[1], image = element_count(x.dims.subspan(2)), per_group = channels / groups;
  const bool by_group = context.version() < 21;
  for (int i : {1, 2}) {
    if (context.input(i).elements() != (by_group ? groups : channels))
      return context.error(quoted(context, i) + " has a wrong number of elements");
  }
  const std::vector<double> scale = reals_of(context.input(1)), bias = reals_of(context.input(2));
  const double epsilon = context.attributes().real("epsilon", 1e-5f);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    for (int64_t n = 0; n < x.dims[0] * groups; ++n) {
      const T* from = x.as<T>() + n * per_group * image;
      const Moments moments = moments_of(from, per_group * image);
      const double inverse = 1 / std::sqrt(moments.variance + epsilon);
      for (int64_t i = 0; i < per_group * image; ++i) {
        const int64_t group = n % groups;
        const size_t at = static_cast<size_t>(by_group ? group : group * per_group + i / image);
        y.as<T>()[n * per_group * image + i] = convert<T>((static_cast<double>(from[i]) - moments.mean) * inverse * scale[at] + bias[at]);
      }
    }
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "GroupNormalization", .run = reference}); }

}  // namespace gearbox::ops::group_normalization
