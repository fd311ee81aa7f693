#include "ops/run/arithmetic.h"
#include "ops/run/window_walk.h"

namespace gearbox::ops::max_pool {

namespace {

/// The number of an element when the first spatial axis counts fastest.
int64_t column_major(int64_t offset, std::span<const int64_t> image) {
  int64_t at = 0, stride = element_count(image);
  for (size_t k = image.size(); k-- > 0;) {
    stride /= image[k];
    at += offset % image[k] * stride;
    offset /= image[k];
  }
  return at;
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const WindowPlan plan, window_plan(context));
  const Extents dims = window_output(plan, x.dims[0], x.dims[1]);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  Tensor indices;
  const bool indexed = context.wants_output(1), by_column = context.attributes().integer("storage_order", 0) != 0;
  if (indexed) {
    GBX_ASSIGN_OR_RETURN(indices, context.output(1, dims));
  }
  const int64_t images = x.dims[0] * x.dims[1], image = element_count(plan.image);
  const bool known = dispatch<float, double, Half, BFloat16, int8_t, uint8_t>(x.dtype, [&]<class T>(T) {
    int64_t out = 0;
    for (int64_t i = 0; i < images; ++i) {
      for_each_index(plan.out, [&](std::span<const int64_t> position) {
        T largest = lowest_value<T>();
        int64_t where = -1;
        for_each_tap(plan, position, [&](const WindowTap& tap) {
          if (!tap.inside) return;
          const T value = x.as<T>()[i * image + tap.offset];
          if (where >= 0 && !goes_above(static_cast<compute_t<T>>(value), static_cast<compute_t<T>>(largest))) return;
          largest = value;
          where = tap.offset;
        });
        y.as<T>()[out] = largest;
        if (indexed) indices.as<int64_t>()[out] = where < 0 ? -1 : i * image + (by_column ? column_major(where, plan.image) : where);
        ++out;
      });
    }
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "MaxPool", .run = reference}); }

}  // namespace gearbox::ops::max_pool
