#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/status.h"

namespace gearbox::ops {

using Extents = std::vector<int64_t>;

inline Extents extents(std::span<const int64_t> dims) { return Extents(dims.begin(), dims.end()); }

/// Row-major strides in elements.
inline Extents dense_strides(std::span<const int64_t> dims) {
  Extents strides(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 1;) strides[i - 1] = strides[i] * dims[i];
  return strides;
}

/// Strides that read a tensor of extents `dims` as if broadcast to `target`: 0 along axes of extent 1 and missing leading axes.
inline Extents broadcast_strides(std::span<const int64_t> dims, std::span<const int64_t> target) {
  const Extents dense = dense_strides(dims);
  Extents strides(target.size(), 0);
  for (size_t i = 0; i < dims.size(); ++i) {
    strides[target.size() - dims.size() + i] = dims[i] == 1 ? 0 : dense[i];
  }
  return strides;
}

/// ONNX multidirectional broadcasting of two shapes; an error names the extents.
inline Result<Extents> broadcast_extents(std::span<const int64_t> a, std::span<const int64_t> b) {
  Extents out(std::max(a.size(), b.size()), 1);
  auto merge = [&](std::span<const int64_t> dims) -> Status {
    for (size_t i = 0; i < dims.size(); ++i) {
      int64_t& at = out[out.size() - dims.size() + i];
      if (dims[i] == at || dims[i] == 1) continue;
      if (at != 1) return invalid_argument("cannot broadcast extent " + std::to_string(at) + " with " + std::to_string(dims[i]));
      at = dims[i];
    }
    return {};
  };
  GBX_RETURN_IF_ERROR(merge(a));
  GBX_RETURN_IF_ERROR(merge(b));
  return out;
}

/// Calls body(index) for every index of `dims` in row-major order; `index` is a span of dims.size() coordinates.
template <class Body>
void for_each_index(std::span<const int64_t> dims, Body&& body) {
  for (int64_t dim : dims) {
    if (dim == 0) return;
  }
  Extents index(dims.size(), 0);
  while (true) {
    body(std::span<const int64_t>(index));
    size_t axis = dims.size();
    while (axis > 0) {
      --axis;
      if (++index[axis] < dims[axis]) break;
      index[axis] = 0;
      if (axis == 0) return;
    }
    if (dims.empty()) return;
  }
}

/// Element offset of `index` under `strides`.
inline int64_t offset_of(std::span<const int64_t> index, std::span<const int64_t> strides) {
  int64_t offset = 0;
  for (size_t i = 0; i < index.size(); ++i) offset += index[i] * strides[i];
  return offset;
}

/// Calls body(offsets) for every index in row-major order, with one element offset per operand. `strides[k]` are operand k's.
template <size_t N, class Body>
void for_each_offset(std::span<const int64_t> dims, const Extents (&strides)[N], Body&& body) {
  for_each_index(dims, [&](std::span<const int64_t> index) {
    int64_t offsets[N];
    for (size_t k = 0; k < N; ++k) offsets[k] = offset_of(index, strides[k]);
    body(offsets);
  });
}

inline int64_t normal_axis(int64_t axis, size_t rank) { return axis < 0 ? axis + static_cast<int64_t>(rank) : axis; }

}  // namespace gearbox::ops
