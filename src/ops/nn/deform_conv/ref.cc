#include <cmath>

#include "ops/run/convert.h"
#include "ops/run/window_walk.h"

namespace gearbox::ops::deform_conv {

namespace {

/// The image at a place between its pixels: every corner around it, weighted by nearness; zeros outside.
template <class T>
double sample(const T* image, const Extents& extents_of_image, const Extents& strides, const std::vector<double>& place) {
  const Extents corners(place.size(), 2);
  double sum = 0;
  for_each_index(corners, [&](std::span<const int64_t> corner) {
    double weight = 1;
    int64_t at = 0;
    bool inside = true;
    for (size_t k = 0; k < place.size(); ++k) {
      const double low = std::floor(place[k]), index = low + static_cast<double>(corner[k]);
      weight *= corner[k] ? place[k] - low : 1 - (place[k] - low);
      inside = inside && index >= 0 && index < static_cast<double>(extents_of_image[k]);
      if (inside) at += static_cast<int64_t>(index) * strides[k];
    }
    if (inside) sum += weight * static_cast<double>(image[at]);
  });
  return sum;
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor &x = context.input(0), &w = context.input(1), &offset = context.input(2);
  if (w.rank() < 2) return context.error(quoted(context, 1) + " needs two channel axes");
  GBX_ASSIGN_OR_RETURN(const WindowPlan plan, window_plan(context, extents(w.dims.subspan(2))));
  const int64_t group = context.attributes().integer("group", 1), offset_group = context.attributes().integer("offset_group", 1);
  const int64_t channels = x.dims[1], outputs = w.dims[0], taps = element_count(plan.kernel), area = element_count(plan.out);
  const int64_t spatial = static_cast<int64_t>(plan.image.size()), moved = x.dims[0] * offset_group * taps * area;
  const bool masked = context.has_input(4), biased = context.has_input(3);
  if (group < 1 || offset_group < 1 || outputs % group != 0 || channels != w.dims[1] * group || channels % offset_group != 0 ||
      offset.elements() != moved * spatial || (masked && context.input(4).elements() != moved) ||
      (biased && context.input(3).elements() != outputs)) {
    return context.error("the extents of its inputs do not fit for group " + std::to_string(group) + " and offset_group " +
                         std::to_string(offset_group));
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, window_output(plan, x.dims[0], outputs)));
  const std::vector<double> offsets = reals_of(offset), weights = reals_of(w);
  const std::vector<double> mask = masked ? reals_of(context.input(4)) : std::vector<double>();
  const std::vector<double> bias = biased ? reals_of(context.input(3)) : std::vector<double>();
  const int64_t image = element_count(plan.image), per_group = w.dims[1], per_offset = channels / offset_group;
  const Extents strides = dense_strides(plan.image), out_strides = dense_strides(plan.out);
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_index(Extents{x.dims[0], outputs}, [&](std::span<const int64_t> at) {
      const int64_t first = at[1] / (outputs / group) * per_group;
      for_each_index(plan.out, [&](std::span<const int64_t> position) {
        const int64_t pixel = offset_of(position, out_strides);
        double sum = biased ? bias[static_cast<size_t>(at[1])] : 0;
        int64_t tap = 0;
        for_each_index(plan.kernel, [&](std::span<const int64_t> index) {
          for (int64_t c = 0; c < per_group; ++c) {
            const int64_t moving = (at[0] * offset_group + (first + c) / per_offset) * taps + tap;
            std::vector<double> place;
            for (size_t k = 0; k < index.size(); ++k) {
              const WindowAxis& axis = plan.window.axes[k];
              const double still = static_cast<double>(position[k] * axis.stride + index[k] * axis.dilation - plan.pads[k]);
              place.push_back(still + offsets[static_cast<size_t>((moving * spatial + static_cast<int64_t>(k)) * area + pixel)]);
            }
            const double value = sample(x.as<T>() + (at[0] * channels + first + c) * image, plan.image, strides, place);
            sum += value * weights[static_cast<size_t>((at[1] * per_group + c) * taps + tap)] *
                   (masked ? mask[static_cast<size_t>(moving * area + pixel)] : 1);
          }
          ++tap;
        });
        *out++ = convert<T>(sum);
      });
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "DeformConv", .run = reference}); }

}  // namespace gearbox::ops::deform_conv
