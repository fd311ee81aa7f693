#pragma once

#include <cmath>
#include <utility>

#include "ops/run/arguments.h"
#include "ops/run/convert.h"
#include "ops/run/elementwise.h"
#include "ops/run/extent.h"

namespace gearbox::ops {

template <class Body>
bool dispatch_quantised(DType type, Body&& body) {
  return dispatch<uint8_t, int8_t, uint16_t, int16_t, int32_t>(type, std::forward<Body>(body));
}

/// round(x) + zero_point, to nearest even, saturated to T. NaN gives the type's 0.
template <class T>
T quantised(double scaled, int64_t zero_point) {
  return convert<T>(std::nearbyint(scaled) + static_cast<double>(zero_point));
}

/// Which element of a scale (or zero point) belongs to which element of a tensor: one for all, one per index of an axis, or one per
/// block of indices of an axis.
struct ScaleLayout {
  Extents strides;
  size_t axis = 0;
  int64_t block = 1;

  int64_t offset(std::span<const int64_t> index) const {
    int64_t out = 0;
    for (size_t i = 0; i < index.size(); ++i) out += (i == axis ? index[i] / block : index[i]) * strides[i];
    return out;
  }
};

/// The layout of input `scale` for input 0 by the attributes `axis` and `block_size`.
inline Result<ScaleLayout> scale_layout(const KernelContext& context, int scale) {
  const Tensor &x = context.input(0), &s = context.input(scale);
  ScaleLayout out;
  out.strides.assign(x.dims.size(), 0);
  const int64_t block = context.attributes().integer("block_size", 0);
  if (s.elements() == 1 && (block == 0 || s.rank() < 2)) return out;
  GBX_ASSIGN_OR_RETURN(out.axis, checked_axis(context, context.attributes().integer("axis", 1), x.rank()));
  Extents expected = {x.dims[out.axis]};
  if (block > 0) {
    out.block = block;
    expected = extents(x.dims);
    expected[out.axis] = ExtentMath<int64_t>::ceildiv(expected[out.axis], block);
    out.strides = dense_strides(expected);
  } else {
    out.strides[out.axis] = 1;
  }
  if (extents(s.dims) != expected) {
    return context.error(quoted(context, scale) + " has extents " + list_text(s.dims) + ", expected " + list_text(expected));
  }
  return out;
}

/// The elements of input `parameter` broadcast to `dims`; none where the input is left out. A list of several elements counts as
/// rows ([n, 1]) where `rows` is set.
inline Result<std::vector<double>> spread(const KernelContext& context, int parameter, const Extents& dims, bool rows) {
  std::vector<double> out;
  if (!context.has_input(parameter)) return std::vector<double>(static_cast<size_t>(element_count(dims)), 0.0);
  const Tensor& given = context.input(parameter);
  Extents from = extents(given.dims);
  if (rows && from.size() == 1 && from[0] > 1) from.push_back(1);
  const auto joined = broadcast_extents(from, dims);
  if (!joined.ok() || *joined != dims) {
    return context.error(quoted(context, parameter) + " with extents " + list_text(given.dims) + " does not broadcast to " +
                         list_text(dims));
  }
  const std::vector<double> values = reals_of(given);
  const Extents strides[1] = {broadcast_strides(from, dims)};
  for_each_offset(dims, strides, [&](const int64_t(&at)[1]) { out.push_back(values[static_cast<size_t>(at[0])]); });
  return out;
}

}  // namespace gearbox::ops
