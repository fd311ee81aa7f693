#pragma once

#include "ops/run/window.h"

namespace gearbox::ops::max_unpool {

/// The extent that a pool with this window, without dilation, had as its input.
template <class T>
T unpooled_extent(const WindowAxis& axis, T pooled) {
  return (pooled - T(1)) * T(axis.stride) + T(axis.kernel - axis.pad_begin - axis.pad_end);
}

}  // namespace gearbox::ops::max_unpool
