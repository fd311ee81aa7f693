#pragma once

#include "ops/run/convert.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops {

/// Writes output 0 of extents `dims`: element i is next(i), a double, converted to the output's type.
template <class F>
Status fill_output(KernelContext& context, std::span<const int64_t> dims, F next) {
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const bool known = dispatch_all(y.dtype, [&]<class T>(T) {
    for (int64_t i = 0, count = y.elements(); i < count; ++i) y.as<T>()[i] = convert<T>(static_cast<double>(next(i)));
  });
  return known_type(context, known, {});
}

}  // namespace gearbox::ops
