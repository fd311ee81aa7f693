#include "ops/run/window_walk.h"

namespace gearbox::ops::conv {

namespace {

template <class T>
void convolve(const WindowPlan& plan, const Tensor& x, const Tensor& w, const T* bias, int64_t group, T* y) {
  const int64_t image = element_count(plan.image), taps = element_count(plan.kernel);
  const int64_t channels = w.dims[1], outputs = w.dims[0], outputs_per_group = outputs / group;
  for (int64_t n = 0; n < x.dims[0]; ++n) {
    for (int64_t m = 0; m < outputs; ++m) {
      const int64_t first = m / outputs_per_group * channels;
      for_each_index(plan.out, [&](std::span<const int64_t> position) {
        double sum = bias ? static_cast<double>(bias[m]) : 0;
        int64_t k = 0;
        for_each_tap(plan, position, [&](const WindowTap& tap) {
          for (int64_t c = 0; c < channels && tap.inside; ++c) {
            sum += static_cast<double>(x.as<T>()[(n * x.dims[1] + first + c) * image + tap.offset]) *
                   static_cast<double>(w.as<T>()[(m * channels + c) * taps + k]);
          }
          ++k;
        });
        *y++ = T(static_cast<compute_t<T>>(sum));
      });
    }
  }
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor &x = context.input(0), &w = context.input(1);
  if (w.rank() < 2) return context.error(quoted(context, 1) + " needs two channel axes");
  GBX_ASSIGN_OR_RETURN(const WindowPlan plan, window_plan(context, extents(w.dims.subspan(2))));
  const int64_t group = context.attributes().integer("group", 1);
  if (group < 1 || w.dims[0] % group != 0 || x.dims[1] != w.dims[1] * group) {
    return context.error(quoted(context, 0) + " with extents " + list_text(x.dims) + " and " + quoted(context, 1) + " with extents " +
                         list_text(w.dims) + " do not fit for group " + std::to_string(group));
  }
  const bool biased = context.has_input(2);
  if (biased && context.input(2).elements() != w.dims[0])
    return context.error(quoted(context, 2) + " must hold one element for each output channel");
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, window_output(plan, x.dims[0], w.dims[0])));
  const bool known =
      dispatch_float(x.dtype, [&]<class T>(T) { convolve<T>(plan, x, w, biased ? context.input(2).as<T>() : nullptr, group, y.as<T>()); });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Conv", .run = reference}); }

}  // namespace gearbox::ops::conv
