#include <cmath>

#include "ops/run/arguments.h"
#include "ops/run/convert.h"

namespace gearbox::ops::grid_sample {

namespace {

enum class Mode { kNearest, kLinear, kCubic };
enum class Padding { kZeros, kBorder, kReflection };

struct Options {
  Mode mode;
  Padding padding;
  bool align_corners;
};

Options options_of(const KernelContext& context) {
  const std::string mode = context.attributes().text("mode", "bilinear"), padding = context.attributes().text("padding_mode", "zeros");
  return {mode == "nearest"                      ? Mode::kNearest
          : mode == "bicubic" || mode == "cubic" ? Mode::kCubic
                                                 : Mode::kLinear,
          padding == "border"       ? Padding::kBorder
          : padding == "reflection" ? Padding::kReflection
                                    : Padding::kZeros,
          context.attributes().integer("align_corners", 0) != 0};
}

/// One axis of the input: its extent and the borders at which coordinates are mirrored.
struct Axis {
  int64_t extent;
  double low, high;
};

double reflect(double x, const Axis& axis) {
  const double range = axis.high - axis.low;
  if (range <= 0) return axis.low;
  const double beyond = x < axis.low ? axis.low - x : x > axis.high ? x - axis.high : 0;
  if (beyond == 0) return x;
  const double turns = std::floor(beyond / range), rest = beyond - turns * range;
  const bool even = std::fmod(turns, 2) == 0;
  return (x < axis.low) == even ? axis.low + rest : axis.high - rest;
}

/// The index of the input that stands for index `i`, or -1 for a zero.
int64_t inside(double i, const Axis& axis, Padding padding) {
  const double last = static_cast<double>(axis.extent - 1);
  if (i >= 0 && i <= last) return static_cast<int64_t>(i);
  if (padding == Padding::kZeros) return -1;
  if (padding == Padding::kReflection) i = reflect(i, axis);
  return static_cast<int64_t>(std::clamp(i, 0.0, last));
}

double cubic_weight(double distance) {
  constexpr double a = -0.75;
  const double d = std::abs(distance);
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

struct Tap {
  int64_t index;  ///< -1: a zero
  double weight;
};

/// What is read along one axis for a grid coordinate.
std::vector<Tap> taps_of(double coordinate, const Axis& axis, const Options& options) {
  const double extent = static_cast<double>(axis.extent);
  double x = options.align_corners ? (coordinate + 1) / 2 * (extent - 1) : ((coordinate + 1) * extent - 1) / 2;
  if (!std::isfinite(x)) x = -4;  // outside
  if (options.mode == Mode::kNearest) x = std::nearbyint(x);
  if (x < axis.low || x > axis.high) {
    if (options.padding == Padding::kBorder) x = std::clamp(x, 0.0, extent - 1);
    if (options.padding == Padding::kReflection) x = reflect(x, axis);
  }
  if (options.mode == Mode::kNearest) return {{inside(x, axis, options.padding), 1}};
  const double left = std::floor(x);
  const int first = options.mode == Mode::kLinear ? 0 : -1, last = options.mode == Mode::kLinear ? 1 : 2;
  std::vector<Tap> taps;
  for (int i = first; i <= last; ++i) {
    const double place = left + i, distance = x - place;
    taps.push_back({inside(place, axis, options.padding), options.mode == Mode::kLinear ? 1 - std::abs(distance) : cubic_weight(distance)});
  }
  return taps;
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor &x = context.input(0), &grid = context.input(1);
  if (x.rank() < 3 || grid.rank() != x.rank() || grid.dims[0] != x.dims[0] || grid.dims.back() != x.rank() - 2) {
    return context.error(quoted(context, 0) + " with extents " + list_text(x.dims) + " and " + quoted(context, 1) + " with extents " +
                         list_text(grid.dims) + " do not fit");
  }
  const Options options = options_of(context);
  const size_t spatial = x.dims.size() - 2;
  std::vector<Axis> axes;
  for (int64_t extent : x.dims.subspan(2)) {
    const double n = static_cast<double>(extent);
    axes.push_back({extent, options.align_corners ? 0 : -0.5, options.align_corners ? n - 1 : n - 0.5});
  }
  Extents dims = {x.dims[0], x.dims[1]};
  dims.insert(dims.end(), grid.dims.begin() + 1, grid.dims.end() - 1);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const int64_t image = element_count(x.dims.subspan(2));
  if (image == 0 && y.elements() > 0) return context.error(quoted(context, 0) + " is empty: nothing to sample");
  const int64_t places = element_count(std::span(dims).subspan(2));
  const Extents strides = dense_strides(x.dims.subspan(2));
  const std::vector<double> coordinates = reals_of(grid);
  const bool known = dispatch_all(x.dtype, [&]<class T>(T) {
    for (int64_t n = 0; n < x.dims[0]; ++n) {
      for (int64_t p = 0; p < places; ++p) {
        std::vector<std::vector<Tap>> taps;
        Extents counts;
        for (size_t k = 0; k < spatial; ++k) {
          const size_t at = static_cast<size_t>(n * places + p) * spatial + (spatial - 1 - k);
          taps.push_back(taps_of(coordinates[at], axes[k], options));
          counts.push_back(static_cast<int64_t>(taps.back().size()));
        }
        for (int64_t c = 0; c < x.dims[1]; ++c) {
          const T* from = x.as<T>() + (n * x.dims[1] + c) * image;
          double sum = 0;
          for_each_index(counts, [&](std::span<const int64_t> choice) {
            double weight = 1;
            int64_t at = 0;
            bool zero = false;
            for (size_t k = 0; k < spatial; ++k) {
              const Tap& tap = taps[k][static_cast<size_t>(choice[k])];
              zero = zero || tap.index < 0;
              weight *= tap.weight;
              at += tap.index * strides[k];
            }
            if (!zero) sum += weight * static_cast<double>(from[at]);
          });
          y.as<T>()[(n * x.dims[1] + c) * places + p] = convert<T>(sum);
        }
      }
    }
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "GridSample", .run = reference}); }

}  // namespace gearbox::ops::grid_sample
