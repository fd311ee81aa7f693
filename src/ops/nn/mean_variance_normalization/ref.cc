#include "ops/run/convert.h"
#include "ops/run/normalise.h"

namespace gearbox::ops::mean_variance_normalization {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axes, checked_axes(context, context.attributes().integers("axes", {0, 2, 3}), x.rank()));
  const Extents strides = dense_strides(x.dims);
  Extents kept = extents(x.dims), together(x.dims.size(), 1);
  for (size_t axis : axes) std::swap(kept[axis], together[axis]);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    for_each_index(kept, [&](std::span<const int64_t> group) {
      std::vector<double> elements;
      Extents places;
      for_each_index(together, [&](std::span<const int64_t> member) {
        places.push_back(offset_of(group, strides) + offset_of(member, strides));
        elements.push_back(static_cast<double>(x.as<T>()[places.back()]));
      });
      const Moments moments = moments_of(elements.data(), static_cast<int64_t>(elements.size()));
      for (size_t i = 0; i < places.size(); ++i) {
        y.as<T>()[places[i]] = convert<T>((elements[i] - moments.mean) / (std::sqrt(moments.variance) + 1e-9));
      }
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "MeanVarianceNormalization", .run = reference}); }

}  // namespace gearbox::ops::mean_variance_normalization
