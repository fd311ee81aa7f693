#include "ops/run/arguments.h"
#include "ops/run/convert.h"

namespace gearbox::ops::affine_grid {

namespace {

/// The coordinate of index `at`: from -1 at the first pixel's centre (with align_corners) or outer edge to 1 at the last one's.
double coordinate(int64_t at, int64_t extent, bool align_corners) {
  const double i = static_cast<double>(at), n = static_cast<double>(extent);
  if (align_corners) return extent > 1 ? 2 * i / (n - 1) - 1 : 0;
  return (2 * i + 1) / n - 1;
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor& theta = context.input(0);
  const Ints size = integers_of(context.input(1));
  if (size.size() != 4 && size.size() != 5) return context.error(quoted(context, 1) + " must hold 4 or 5 extents");
  const int64_t spatial = static_cast<int64_t>(size.size()) - 2;
  if (extents(theta.dims) != Extents{size[0], spatial, spatial + 1} || *std::min_element(size.begin(), size.end()) < 0) {
    return context.error(quoted(context, 0) + " with extents " + list_text(theta.dims) + " does not fit the size " + list_text(size));
  }
  Extents dims = {size[0]};
  dims.insert(dims.end(), size.begin() + 2, size.end());
  const Extents places = dims;
  dims.push_back(spatial);
  const bool align_corners = context.attributes().integer("align_corners", 0) != 0;
  const std::vector<double> maps = reals_of(theta);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const bool known = dispatch_float(theta.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_index(places, [&](std::span<const int64_t> index) {
      for (int64_t row = 0; row < spatial; ++row) {
        const double* map = maps.data() + (index[0] * spatial + row) * (spatial + 1);
        double sum = map[spatial];
        for (int64_t k = 0; k < spatial; ++k) {
          const size_t axis = static_cast<size_t>(spatial - k);  // x is the last axis
          sum += map[k] * coordinate(index[axis], places[axis], align_corners);
        }
        *out++ = convert<T>(sum);
      }
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "AffineGrid", .run = reference}); }

}  // namespace gearbox::ops::affine_grid
