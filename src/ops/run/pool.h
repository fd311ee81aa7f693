#pragma once

#include <cmath>

#include "ops/run/window_walk.h"

namespace gearbox::ops {

/// Reference of a pool over floats. For every window it calls body(inside, padding): the elements under it, in double, and how many taps
/// fall on padding; writes the result.
template <class Body>
Status run_pool(KernelContext& context, Body body) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const WindowPlan plan, window_plan(context));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, window_output(plan, x.dims[0], x.dims[1])));
  const int64_t images = x.dims[0] * x.dims[1], image = element_count(plan.image);
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    std::vector<double> inside;
    for (int64_t i = 0; i < images; ++i) {
      for_each_index(plan.out, [&](std::span<const int64_t> position) {
        inside.clear();
        int64_t padding = 0;
        for_each_tap(plan, position, [&](const WindowTap& tap) {
          if (tap.inside) inside.push_back(static_cast<double>(x.as<T>()[i * image + tap.offset]));
          if (tap.in_padding) ++padding;
        });
        *out++ = T(static_cast<compute_t<T>>(body(std::span<const double>(inside), padding)));
      });
    }
  });
  return known ? Status() : context.error("element type not supported");
}

/// Reference of a pool over whole images: writes body(elements of the image), in double, for every channel.
template <class Body>
Status run_global_pool(KernelContext& context, Body body) {
  const Tensor& x = context.input(0);
  if (x.rank() < 2) return context.error(quoted(context, 0) + " needs a batch and a channel axis");
  Extents dims = extents(x.dims);
  std::fill(dims.begin() + 2, dims.end(), 1);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const int64_t images = x.dims[0] * x.dims[1], image = element_count(x.dims.subspan(2));
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    for (int64_t i = 0; i < images; ++i) {
      const std::vector<double> elements(x.as<T>() + i * image, x.as<T>() + (i + 1) * image);
      y.as<T>()[i] = T(static_cast<compute_t<T>>(body(std::span<const double>(elements))));
    }
  });
  return known ? Status() : context.error("element type not supported");
}

/// (Σ |x|^p)^(1/p).
inline double p_norm(std::span<const double> elements, double p) {
  double sum = 0;
  for (double x : elements) sum += std::pow(std::abs(x), p);
  return std::pow(sum, 1 / p);
}

/// Attribute p, which old opsets give as a float.
inline double norm_order(const KernelContext& context) {
  return static_cast<double>(context.attributes().real("p", static_cast<float>(context.attributes().integer("p", 2))));
}

}  // namespace gearbox::ops
