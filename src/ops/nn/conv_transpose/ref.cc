#include "ops/run/arguments.h"
#include "ops/run/window.h"

namespace gearbox::ops::conv_transpose {

namespace {

struct Plan {
  Window window;
  Extents image, kernel, out, pads;
};

Result<Plan> plan_of(const KernelContext& context) {
  const Tensor &x = context.input(0), &w = context.input(1);
  if (x.rank() < 2 || w.rank() != x.rank())
    return context.error(quoted(context, 0) + " and " + quoted(context, 1) + " must have equally many axes");
  Plan plan;
  plan.image = extents(x.dims.subspan(2));
  plan.kernel = extents(w.dims.subspan(2));
  auto window = window_of(context.attributes(), plan.image.size(), plan.kernel);
  if (!window.ok()) return context.error(window.status().message());
  plan.window = std::move(window).value();
  for (size_t axis = 0; axis < plan.image.size(); ++axis) {
    const int64_t out = transposed_extent<int64_t>(plan.window, axis, plan.image[axis]);
    if (out < 0)
      return context.error("extent " + std::to_string(out) + " of the output at axis " + std::to_string(axis + 2) + " is negative");
    plan.out.push_back(out);
    plan.pads.push_back(transposed_pad(plan.window, axis, plan.image[axis], out));
  }
  return plan;
}

/// Adds one input channel, spread by one kernel, to an output plane.
template <class T>
void spread(const Plan& plan, const T* x, const T* w, double* plane) {
  const Extents strides = dense_strides(plan.out);
  for_each_index(plan.image, [&](std::span<const int64_t> position) {
    const T* weight = w;
    for_each_index(plan.kernel, [&](std::span<const int64_t> tap) {
      int64_t at = 0;
      bool inside = true;
      for (size_t k = 0; k < tap.size(); ++k) {
        const WindowAxis& axis = plan.window.axes[k];
        const int64_t place = position[k] * axis.stride + tap[k] * axis.dilation - plan.pads[k];
        inside = inside && place >= 0 && place < plan.out[k];
        at += place * strides[k];
      }
      if (inside) plane[at] += static_cast<double>(*x) * static_cast<double>(*weight);
      ++weight;
    });
    ++x;
  });
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor &x = context.input(0), &w = context.input(1);
  GBX_ASSIGN_OR_RETURN(const Plan plan, plan_of(context));
  const int64_t group = context.attributes().integer("group", 1), channels = x.dims[1];
  if (group < 1 || channels % group != 0 || w.dims[0] != channels) {
    return context.error(quoted(context, 0) + " with extents " + list_text(x.dims) + " and " + quoted(context, 1) + " with extents " +
                         list_text(w.dims) + " do not fit for group " + std::to_string(group));
  }
  const int64_t per_group = w.dims[1], outputs = per_group * group, area = element_count(plan.out);
  if (context.has_input(2) && context.input(2).elements() != outputs)
    return context.error(quoted(context, 2) + " must hold one element for each output channel");
  Extents dims = {x.dims[0], outputs};
  dims.insert(dims.end(), plan.out.begin(), plan.out.end());
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const int64_t image = element_count(plan.image), taps = element_count(plan.kernel);
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    for (int64_t n = 0; n < x.dims[0]; ++n) {
      for (int64_t m = 0; m < outputs; ++m) {
        std::vector<double> plane(static_cast<size_t>(area), context.has_input(2) ? static_cast<double>(context.input(2).as<T>()[m]) : 0.0);
        const int64_t g = m / per_group, first = g * (channels / group);
        for (int64_t c = first; c < first + channels / group; ++c) {
          spread(plan, x.as<T>() + (n * channels + c) * image, w.as<T>() + (c * per_group + m % per_group) * taps, plane.data());
        }
        for (int64_t p = 0; p < area; ++p)
          y.as<T>()[(n * outputs + m) * area + p] = T(static_cast<compute_t<T>>(plane[static_cast<size_t>(p)]));
      }
    }
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ConvTranspose", .run = reference}); }

}  // namespace gearbox::ops::conv_transpose
