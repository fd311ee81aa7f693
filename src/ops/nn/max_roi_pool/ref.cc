#include <cmath>

#include "ops/run/arguments.h"
#include "ops/run/arithmetic.h"
#include "ops/run/convert.h"

namespace gearbox::ops::max_roi_pool {

namespace {

/// Indices [begin, end) of cell `cell` out of `cells` between two corners, cut to the image.
struct Cell {
  int64_t begin, end;
};

Cell cell_of(double from, double to, int64_t cell, int64_t cells, int64_t extent) {
  const double length = std::max(to - from + 1, 1.0), size = length / static_cast<double>(cells), last = static_cast<double>(extent);
  const double begin = std::floor(static_cast<double>(cell) * size) + from, end = std::ceil(static_cast<double>(cell + 1) * size) + from;
  auto cut = [&](double at) { return at >= last ? extent : at > 0 ? static_cast<int64_t>(at) : 0; };
  return {cut(begin), cut(end)};
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor &x = context.input(0), &rois = context.input(1);
  const Ints pooled = context.attributes().integers("pooled_shape");
  if (x.rank() != 4 || rois.rank() != 2 || rois.dims[1] != 5 || pooled.size() != 2)
    return context.error(quoted(context, 0) + " and " + quoted(context, 1) + " do not fit");
  const double scale = context.attributes().real("spatial_scale", 1);
  const int64_t channels = x.dims[1], height = x.dims[2], width = x.dims[3];
  const std::vector<double> numbers = reals_of(rois);
  for (int64_t r = 0; r < rois.dims[0]; ++r) {
    const double batch = numbers[static_cast<size_t>(r * 5)];
    if (!(batch >= 0 && batch < static_cast<double>(x.dims[0])))
      return context.error("batch " + std::to_string(batch) + " in " + quoted(context, 1) + " is out of range");
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, Extents{rois.dims[0], channels, pooled[0], pooled[1]}));
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_index(y.dims, [&](std::span<const int64_t> index) {
      const double* roi = numbers.data() + index[0] * 5;
      const T* image = x.as<T>() + (static_cast<int64_t>(roi[0]) * channels + index[1]) * height * width;
      const Cell rows = cell_of(std::round(roi[2] * scale), std::round(roi[4] * scale), index[2], pooled[0], height);
      const Cell columns = cell_of(std::round(roi[1] * scale), std::round(roi[3] * scale), index[3], pooled[1], width);
      bool empty = true;
      double largest = 0;
      for (int64_t h = rows.begin; h < rows.end; ++h) {
        for (int64_t w = columns.begin; w < columns.end; ++w) {
          const double value = static_cast<double>(image[h * width + w]);
          if (empty || goes_above(value, largest)) largest = value;
          empty = false;
        }
      }
      *out++ = convert<T>(largest);
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "MaxRoiPool", .run = reference}); }

}  // namespace gearbox::ops::max_roi_pool
