#include <cmath>

#include "ops/run/arguments.h"
#include "ops/run/arithmetic.h"
#include "ops/run/convert.h"

namespace gearbox::ops::roi_align {

namespace {

/// One axis of a region: where it starts, the size of a cell, and the samples in each.
struct Side {
  double start, cell;
  int64_t samples;

  double place(int64_t cell_number, int64_t sample) const {
    return start + (static_cast<double>(cell_number) + (static_cast<double>(sample) + 0.5) / static_cast<double>(samples)) * cell;
  }
};

Side side_of(double from, double to, int64_t cells, int64_t ratio, bool half_pixel) {
  const double length = half_pixel ? to - from : std::max(to - from, 1.0), cell = length / static_cast<double>(cells);
  constexpr double kMostSamples = 1 << 20;
  return {from, cell, ratio > 0 ? ratio : cell > 0 ? static_cast<int64_t>(std::min(std::ceil(cell), kMostSamples)) : 0};
}

/// Neighbours of a place along an axis with their weights; both indices are the last one at and beyond the end.
struct Neighbours {
  int64_t low, high;
  double low_weight, high_weight;
};

Neighbours neighbours(double x, int64_t extent) {
  x = std::max(x, 0.0);
  const int64_t low = static_cast<int64_t>(x);
  if (low >= extent - 1) return {extent - 1, extent - 1, 1, 0};
  const double rest = x - static_cast<double>(low);
  return {low, low + 1, 1 - rest, rest};
}

/// The mean of the samples in one cell, or the largest weighted neighbour of any sample.
template <class T>
double pool(const T* image, int64_t height, int64_t width, const Side& rows, const Side& columns, int64_t row, int64_t column, bool mean) {
  double sum = 0, largest = 0;
  bool first = true;
  for (int64_t i = 0; i < rows.samples; ++i) {
    for (int64_t j = 0; j < columns.samples; ++j) {
      const double y = rows.place(row, i), x = columns.place(column, j);
      double parts[4] = {};
      if (y >= -1 && y <= static_cast<double>(height) && x >= -1 && x <= static_cast<double>(width)) {
        const Neighbours v = neighbours(y, height), h = neighbours(x, width);
        parts[0] = v.low_weight * h.low_weight * static_cast<double>(image[v.low * width + h.low]);
        parts[1] = v.low_weight * h.high_weight * static_cast<double>(image[v.low * width + h.high]);
        parts[2] = v.high_weight * h.low_weight * static_cast<double>(image[v.high * width + h.low]);
        parts[3] = v.high_weight * h.high_weight * static_cast<double>(image[v.high * width + h.high]);
      }
      sum += parts[0] + parts[1] + parts[2] + parts[3];
      const double best = larger(larger(parts[0], parts[1]), larger(parts[2], parts[3]));
      largest = first ? best : larger(largest, best);
      first = false;
    }
  }
  return mean ? sum / static_cast<double>(std::max<int64_t>(rows.samples * columns.samples, 1)) : largest;
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor &x = context.input(0), &rois = context.input(1);
  const Attributes& attributes = context.attributes();
  const Ints batches = integers_of(context.input(2));
  if (x.rank() != 4 || rois.rank() != 2 || rois.dims[1] != 4 || static_cast<int64_t>(batches.size()) != rois.dims[0]) {
    return context.error(quoted(context, 0) + ", " + quoted(context, 1) + " and " + quoted(context, 2) + " do not fit");
  }
  for (int64_t batch : batches) {
    if (batch < 0 || batch >= x.dims[0])
      return context.error("batch " + std::to_string(batch) + " in " + quoted(context, 2) + " is out of range");
  }
  const double scale = attributes.real("spatial_scale", 1);
  const bool half_pixel = context.version() >= 16 && attributes.text("coordinate_transformation_mode", "half_pixel") == "half_pixel";
  const bool mean = attributes.text("mode", "avg") == "avg";
  const int64_t ratio = attributes.integer("sampling_ratio", 0), cells_h = attributes.integer("output_height", 1),
                cells_w = attributes.integer("output_width", 1);
  const int64_t channels = x.dims[1], height = x.dims[2], width = x.dims[3];
  const double offset = half_pixel ? 0.5 : 0;
  const std::vector<double> numbers = reals_of(rois);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, Extents{rois.dims[0], channels, cells_h, cells_w}));
  if (height * width == 0 && y.elements() > 0) return context.error(quoted(context, 0) + " is empty: nothing to sample");
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_index(y.dims, [&](std::span<const int64_t> index) {
      const double* roi = numbers.data() + index[0] * 4;
      const Side columns = side_of(roi[0] * scale - offset, roi[2] * scale - offset, cells_w, ratio, half_pixel);
      const Side rows = side_of(roi[1] * scale - offset, roi[3] * scale - offset, cells_h, ratio, half_pixel);
      const T* image = x.as<T>() + (batches[static_cast<size_t>(index[0])] * channels + index[1]) * height * width;
      *out++ = convert<T>(pool(image, height, width, rows, columns, index[2], index[3], mean));
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "RoiAlign", .run = reference}); }

}  // namespace gearbox::ops::roi_align
