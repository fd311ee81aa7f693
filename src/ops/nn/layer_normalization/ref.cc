#include "ops/run/convert.h"
#include "ops/run/normalise.h"

namespace gearbox::ops::layer_normalization {

namespace {

Status write_statistic(KernelContext& context, int index, const Extents& dims, const std::vector<double>& values) {
  if (!context.wants_output(index)) return {};
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(index, dims));
  dispatch_float(y.dtype, [&]<class T>(T) {
    for (size_t i = 0; i < values.size(); ++i) y.as<T>()[i] = convert<T>(values[i]);
  });
  return {};
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", -1), x.rank()));
  const double epsilon = context.attributes().real("epsilon", 1e-5f);
  const int64_t rows = element_count(x.dims.first(axis)), n = element_count(x.dims.subspan(axis));
  const bool biased = context.has_input(2);
  Extents strides[2];
  GBX_ASSIGN_OR_RETURN(strides[0], strides_onto(context, 1, x.dims));
  strides[1] = strides[0];
  if (biased) {
    GBX_ASSIGN_OR_RETURN(strides[1], strides_onto(context, 2, x.dims));
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  std::vector<double> means, inverses;
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    const std::vector<double> scale = reals_of(context.input(1)), bias = biased ? reals_of(context.input(2)) : std::vector<double>();
    for (int64_t row = 0; row < rows; ++row) {
      const Moments moments = moments_of(x.as<T>() + row * n, n);
      means.push_back(moments.mean);
      inverses.push_back(1 / std::sqrt(moments.variance + epsilon));
    }
    int64_t i = 0;
    for_each_offset(x.dims, strides, [&](const int64_t(&at)[2]) {
      const size_t row = static_cast<size_t>(i / n);
      const double normal = (static_cast<double>(x.as<T>()[i]) - means[row]) * inverses[row];
      y.as<T>()[i++] = convert<T>(normal * scale[static_cast<size_t>(at[0])] + (biased ? bias[static_cast<size_t>(at[1])] : 0));
    });
  });
  if (!known) return context.error("element type not supported");
  Extents dims = extents(x.dims);
  std::fill(dims.begin() + static_cast<std::ptrdiff_t>(axis), dims.end(), 1);
  GBX_RETURN_IF_ERROR(write_statistic(context, 1, dims, means));
  return write_statistic(context, 2, dims, inverses);
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "LayerNormalization", .run = reference}); }

}  // namespace gearbox::ops::layer_normalization
