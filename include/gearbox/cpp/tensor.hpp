#pragma once

/// \file
/// Element types and views of tensors. Part of gearbox.hpp.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "gearbox/tensor.h"

namespace gearbox {
inline namespace v0 {

/// The element type of a C++ type.
template <class T>
inline constexpr gbx_dtype dtype_of = gbx_dtype{};
template <>
inline constexpr gbx_dtype dtype_of<float> = GBX_F32;
template <>
inline constexpr gbx_dtype dtype_of<double> = GBX_F64;
template <>
inline constexpr gbx_dtype dtype_of<uint8_t> = GBX_U8;
template <>
inline constexpr gbx_dtype dtype_of<int8_t> = GBX_I8;
template <>
inline constexpr gbx_dtype dtype_of<uint16_t> = GBX_U16;
template <>
inline constexpr gbx_dtype dtype_of<int16_t> = GBX_I16;
template <>
inline constexpr gbx_dtype dtype_of<uint32_t> = GBX_U32;
template <>
inline constexpr gbx_dtype dtype_of<int32_t> = GBX_I32;
template <>
inline constexpr gbx_dtype dtype_of<uint64_t> = GBX_U64;
template <>
inline constexpr gbx_dtype dtype_of<int64_t> = GBX_I64;
template <>
inline constexpr gbx_dtype dtype_of<bool> = GBX_BOOL;

/// A tensor in memory of others.
struct TensorView {
  int32_t dtype = 0;
  std::vector<int64_t> dims;
  void* data = nullptr;
  size_t capacity = 0;  ///< bytes at `data`

  /// The elements. Throws std::invalid_argument where they are of another type.
  template <class T>
  T* as() const {
    if (dtype != dtype_of<std::remove_const_t<T>>) throw std::invalid_argument("the tensor holds another element type");
    return static_cast<T*>(data);
  }
  size_t elements() const {
    size_t out = 1;
    for (const int64_t dim : dims) out *= static_cast<size_t>(dim);
    return out;
  }
  /// For C functions; points to `dims`.
  gbx_tensor c() const& { return {dtype, static_cast<int32_t>(dims.size()), dims.data(), data, capacity}; }
  gbx_tensor c() && = delete;
};

/// The elements at `data` as a tensor of these extents.
template <class T>
TensorView view(T* data, std::vector<int64_t> dims) {
  TensorView out{dtype_of<std::remove_const_t<T>>, std::move(dims), const_cast<std::remove_const_t<T>*>(data), 0};
  out.capacity = out.elements() * sizeof(T);
  return out;
}

}  // namespace v0
}  // namespace gearbox
