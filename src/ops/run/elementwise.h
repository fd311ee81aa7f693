#pragma once

#include "ops/kernel_api.h"
#include "ops/run/dispatch.h"
#include "ops/run/walk.h"

namespace gearbox::ops {

/// Writes output 0 = f(input 0) for every element; In and Out are the element types.
template <class In, class Out, class F>
Status map_unary(KernelContext& context, F f) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  for (int64_t i = 0, n = x.elements(); i < n; ++i) y.as<Out>()[i] = f(x.as<In>()[i]);
  return {};
}

/// Writes output 0 = f(input 0, input 1) with broadcasting.
template <class In, class Out, class F>
Status map_binary(KernelContext& context, F f) {
  const Tensor &a = context.input(0), &b = context.input(1);
  auto dims = broadcast_extents(a.dims, b.dims);
  if (!dims.ok()) {
    return context.error(dims.status().message() + " ('" + std::string(context.input_name(0)) + "' and '" + std::string(context.input_name(1)) + "')");
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, *dims));
  Out* out = y.as<Out>();
  const Extents strides[2] = {broadcast_strides(a.dims, *dims), broadcast_strides(b.dims, *dims)};
  for_each_offset(*dims, strides, [&](const int64_t(&at)[2]) { *out++ = f(a.as<In>()[at[0]], b.as<In>()[at[1]]); });
  return {};
}

/// Reference kernel of a unary float operator: f on the compute type (float for half types).
template <class F>
Status run_float_unary(KernelContext& context, F f) {
  Status status;
  const bool known = dispatch_float(context.input(0).dtype, [&]<class T>(T) {
    status = map_unary<T, T>(context, [&](T x) { return T(f(static_cast<compute_t<T>>(x))); });
  });
  return known ? status : context.error("element type not supported");
}

}  // namespace gearbox::ops
