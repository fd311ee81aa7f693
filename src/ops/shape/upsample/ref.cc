#include "ops/run/arguments.h"
#include "ops/run/resample.h"
#include "ops/run/scaled_extent.h"

namespace gearbox::ops::upsample {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  std::vector<double> scales;
  if (context.has_input(1)) {
    scales = reals_of(context.input(1));
  } else {
    for (float scale : context.attributes().reals("scales")) scales.push_back(scale);
  }
  if (scales.size() != x.dims.size()) return context.error("'scales' needs one element for each axis");
  std::vector<ResampleAxis> axes;
  Extents dims;
  for (size_t k = 0; k < scales.size(); ++k) {
    const float scale = static_cast<float>(scales[k]);
    if (!usable_scale(scale)) return context.error("scale " + std::to_string(scale) + " is not positive");
    dims.push_back(scaled_extent<int64_t>(x.dims[k], scale));
    axes.push_back({.from = x.dims[k], .to = dims.back(), .scale = scale});
  }
  ResampleOptions options{.mode = context.attributes().text("mode", "nearest"), .coordinates = "asymmetric", .rounding = "upsample"};
  if (options.mode == "bilinear") options.mode = "linear";
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const bool known = dispatch_numeric(x.dtype, [&]<class T>(T) { resample(x.as<T>(), y.as<T>(), axes, options); });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Upsample", .run = reference}); }

}  // namespace gearbox::ops::upsample
