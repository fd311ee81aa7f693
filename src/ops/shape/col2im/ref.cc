#include "ops/run/arguments.h"
#include "ops/run/arithmetic.h"
#include "ops/run/extent.h"

namespace gearbox::ops::col2im {

namespace {

struct Geometry {
  Ints image, block, dilations, strides, begins, positions;
};

Result<Geometry> geometry_of(const KernelContext& context) {
  Geometry g;
  g.image = integers_of(context.input(1));
  g.block = integers_of(context.input(2));
  const size_t n = g.image.size();
  g.dilations = context.attributes().integers("dilations", Ints(n, 1));
  g.strides = context.attributes().integers("strides", Ints(n, 1));
  const Ints pads = context.attributes().integers("pads", Ints(2 * n, 0));
  if (g.block.size() != n || g.dilations.size() != n || g.strides.size() != n || pads.size() != 2 * n) {
    return context.error("image, block, dilations, strides and pads do not have the same number of axes");
  }
  constexpr int64_t kMost = int64_t{1} << 31;
  for (size_t k = 0; k < n; ++k) {
    for (int64_t value : {g.block[k], g.dilations[k], g.strides[k], g.image[k] + 1, pads[k] + 1, pads[n + k] + 1}) {
      if (value < 1 || value > kMost)
        return context.error("extent, dilation, stride or pad of axis " + std::to_string(k) + " is not usable");
    }
    g.begins.push_back(pads[k]);
    const int64_t room = g.image[k] + pads[k] + pads[n + k] - ((g.block[k] - 1) * g.dilations[k] + 1);
    g.positions.push_back(std::max<int64_t>(ExtentMath<int64_t>::floordiv(room, g.strides[k]) + 1, 0));
  }
  return g;
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const Geometry g, geometry_of(context));
  const int64_t taps = element_count(g.block), positions = element_count(g.positions);
  if (x.rank() != 3 || taps < 1 || x.dims[1] % taps != 0 || x.dims[2] != positions) {
    return context.error(quoted(context, 0) + " with extents " + list_text(x.dims) + " does not hold " + std::to_string(positions) +
                         " blocks of " + std::to_string(taps) + " elements");
  }
  const int64_t images = x.dims[0] * (x.dims[1] / taps);
  Extents dims = {x.dims[0], x.dims[1] / taps};
  dims.insert(dims.end(), g.image.begin(), g.image.end());
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const int64_t area = element_count(g.image);
  const Extents strides = dense_strides(g.image);
  const bool known = dispatch_numeric(x.dtype, [&]<class T>(T) {
    const T* from = x.as<T>();
    for (int64_t i = 0; i < images; ++i) {
      std::vector<compute_t<T>> sum(static_cast<size_t>(area));
      for_each_index(g.block, [&](std::span<const int64_t> tap) {
        for_each_index(g.positions, [&](std::span<const int64_t> position) {
          int64_t at = 0;
          bool inside = true;
          for (size_t k = 0; k < tap.size(); ++k) {
            const int64_t place = position[k] * g.strides[k] + tap[k] * g.dilations[k] - g.begins[k];
            inside = inside && place >= 0 && place < g.image[k];
            at += place * strides[k];
          }
          if (inside) sum[static_cast<size_t>(at)] = plus<compute_t<T>>(sum[static_cast<size_t>(at)], *from);
          ++from;
        });
      });
      for (int64_t p = 0; p < area; ++p) y.as<T>()[i * area + p] = T(sum[static_cast<size_t>(p)]);
    }
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Col2Im", .run = reference}); }

}  // namespace gearbox::ops::col2im
