#pragma once

#include <cstdint>
#include <vector>

#include "ops/run/extent.h"

namespace gearbox::ops::split {

/// Extents of `count` parts of an axis that is not divided explicitly: equal ones, the last one smaller where it does not divide.
/// A negative last part means that there are more parts than can be made.
template <class T>
std::vector<T> equal_parts(T extent, int64_t count) {
  const T part = ExtentMath<T>::ceildiv(extent, T(count));
  std::vector<T> out(static_cast<size_t>(count), part);
  out.back() = extent - part * T(count - 1);
  return out;
}

}  // namespace gearbox::ops::split
