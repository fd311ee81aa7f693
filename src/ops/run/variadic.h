#pragma once

#include <string>
#include <vector>

#include "ops/run/elementwise.h"

namespace gearbox::ops {

/// Writes output 0 = f(… f(f(input 0, input 1), input 2) …) with broadcasting, of elements of type T, folded in type Wide and
/// finished by last(folded).
template <class T, class Wide, class F, class Last>
Status fold_inputs(KernelContext& context, F f, Last last) {
  Extents dims = extents(context.input(0).dims);
  for (int i = 1; i < context.inputs(); ++i) {
    auto joined = broadcast_extents(dims, context.input(i).dims);
    if (!joined.ok()) return context.error(joined.status().message() + " ('" + std::string(context.input_name(i)) + "')");
    dims = *joined;
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  std::vector<Extents> strides;
  for (int i = 0; i < context.inputs(); ++i) strides.push_back(broadcast_strides(context.input(i).dims, dims));
  T* out = y.as<T>();
  for_each_index(dims, [&](std::span<const int64_t> index) {
    Wide folded = static_cast<Wide>(context.input(0).as<T>()[offset_of(index, strides[0])]);
    for (int i = 1; i < context.inputs(); ++i) {
      folded = f(folded, static_cast<Wide>(context.input(i).as<T>()[offset_of(index, strides[static_cast<size_t>(i)])]));
    }
    *out++ = static_cast<T>(last(folded));
  });
  return {};
}

}  // namespace gearbox::ops
