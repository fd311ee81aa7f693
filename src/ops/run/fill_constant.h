#pragma once

#include <cstring>

#include "ops/kernel_api.h"
#include "ops/run/dispatch.h"

namespace gearbox::ops {

/// Fills `y` with the only element of the literal attribute `value` (zero where absent), threaded.
inline Status fill_constant(KernelContext& context, const Tensor& y) {
  const Literal* value = context.attributes().literal("value");
  const bool known = dispatch_size(y.dtype, [&]<class T>(T) {
    T element = 0;
    if (value) std::memcpy(&element, value->data(), sizeof(T));
    constexpr int64_t kElementsPerPiece = 64 * 1024 / sizeof(T);
    context.threads().parallel_for(y.elements(), kElementsPerPiece,
                                   [&](int64_t begin, int64_t end, int) { std::fill(y.as<T>() + begin, y.as<T>() + end, element); });
  });
  return known ? Status() : context.error("element type not supported");
}

}  // namespace gearbox::ops
