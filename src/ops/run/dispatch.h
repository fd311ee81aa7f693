#pragma once

#include <utility>

#include "base/dtype.h"
#include "base/half.h"
#include "base/status.h"

namespace gearbox::ops {

/// Calls body(T()) with the C++ type of `type`, one of `Types`; false where it is none of them.
template <class... Types, class Body>
bool dispatch(DType type, Body&& body) {
  return ((type == DTypeOf<Types>::value ? (body(Types()), true) : false) || ...);
}

template <class Body>
bool dispatch_float(DType type, Body&& body) {
  return dispatch<float, double, Half, BFloat16>(type, std::forward<Body>(body));
}
template <class Body>
bool dispatch_integer(DType type, Body&& body) {
  return dispatch<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>(type, std::forward<Body>(body));
}
template <class Body>
bool dispatch_numeric(DType type, Body&& body) {
  return dispatch<float, double, Half, BFloat16, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>(
      type, std::forward<Body>(body));
}
template <class Body>
bool dispatch_all(DType type, Body&& body) {
  return dispatch<float, double, Half, BFloat16, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, bool>(
      type, std::forward<Body>(body));
}
/// For operators that only move elements: T is an unsigned integer of the element's size.
template <class Body>
bool dispatch_size(DType type, Body&& body) {
  switch (dtype_size(type)) {
    case 1: body(uint8_t()); return true;
    case 2: body(uint16_t()); return true;
    case 4: body(uint32_t()); return true;
    case 8: body(uint64_t()); return true;
    default: return false;
  }
}

/// The type arithmetic is done in: float for half types, T itself otherwise.
template <class T>
struct ComputeType {
  using type = T;
};
template <>
struct ComputeType<Half> {
  using type = float;
};
template <>
struct ComputeType<BFloat16> {
  using type = float;
};
template <class T>
using compute_t = typename ComputeType<T>::type;

}  // namespace gearbox::ops
