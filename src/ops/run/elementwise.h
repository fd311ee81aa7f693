#pragma once

#include <string>

#include "ops/kernel_api.h"
#include "ops/run/dispatch.h"
#include "ops/run/walk.h"

namespace gearbox::ops {

/// `status`, or the error for an element type that no branch of a dispatch served.
inline Status known_type(const KernelContext& context, bool known, Status status) {
  return known ? status : context.error("element type not supported");
}

/// Writes output 0 = f(input 0) for every element; In and Out are the element types.
template <class In, class Out, class F>
Status map_unary(KernelContext& context, F f) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  for (int64_t i = 0, n = x.elements(); i < n; ++i) y.as<Out>()[i] = f(x.as<In>()[i]);
  return {};
}

/// The broadcast of two inputs' extents; the error names both.
inline Result<Extents> broadcast_of(const KernelContext& context, int a, int b) {
  auto dims = broadcast_extents(context.input(a).dims, context.input(b).dims);
  if (dims.ok()) return dims;
  return context.error(dims.status().message() + " ('" + std::string(context.input_name(a)) + "' and '" +
                       std::string(context.input_name(b)) + "')");
}

/// Writes output 0 = f(input 0, input 1) with broadcasting; A and B are the inputs' element types.
template <class A, class B, class Out, class F>
Status map_pairs(KernelContext& context, F f) {
  const Tensor &a = context.input(0), &b = context.input(1);
  GBX_ASSIGN_OR_RETURN(const Extents dims, broadcast_of(context, 0, 1));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  Out* out = y.as<Out>();
  const Extents strides[2] = {broadcast_strides(a.dims, dims), broadcast_strides(b.dims, dims)};
  for_each_offset(dims, strides, [&](const int64_t(&at)[2]) { *out++ = f(a.as<A>()[at[0]], b.as<B>()[at[1]]); });
  return {};
}

/// The same for inputs of one type.
template <class In, class Out, class F>
Status map_binary(KernelContext& context, F f) {
  return map_pairs<In, In, Out>(context, f);
}

/// Reference kernel of a unary float operator: f on the compute type (float for half types).
template <class F>
Status run_float_unary(KernelContext& context, F f) {
  Status status;
  const bool known = dispatch_float(context.input(0).dtype, [&]<class T>(T) {
    status = map_unary<T, T>(context, [&](T x) { return T(f(static_cast<compute_t<T>>(x))); });
  });
  return known_type(context, known, std::move(status));
}

/// Reference kernel of a unary operator on numbers: f on the element type.
template <class F>
Status run_numeric_unary(KernelContext& context, F f) {
  Status status;
  const bool known = dispatch_numeric(context.input(0).dtype, [&]<class T>(T) { status = map_unary<T, T>(context, f); });
  return known_type(context, known, std::move(status));
}

template <class F>
Status run_integer_unary(KernelContext& context, F f) {
  Status status;
  const bool known = dispatch_integer(context.input(0).dtype, [&]<class T>(T) { status = map_unary<T, T>(context, f); });
  return known_type(context, known, std::move(status));
}

/// Reference kernel of a binary operator on numbers of one type: f on the element type.
template <class F>
Status run_numeric_binary(KernelContext& context, F f) {
  Status status;
  const bool known = dispatch_numeric(context.input(0).dtype, [&]<class T>(T) { status = map_binary<T, T>(context, f); });
  return known_type(context, known, std::move(status));
}

/// Reference kernel of a binary operator on integers of one type.
template <class F>
Status run_integer_binary(KernelContext& context, F f) {
  Status status;
  const bool known = dispatch_integer(context.input(0).dtype, [&]<class T>(T) { status = map_binary<T, T>(context, f); });
  return known_type(context, known, std::move(status));
}

/// Reference kernel of a comparison: f on the compute type gives a bool.
template <class F>
Status run_comparison(KernelContext& context, F f) {
  Status status;
  const bool known = dispatch_all(context.input(0).dtype, [&]<class T>(T) {
    status = map_binary<T, bool>(context, [&](T a, T b) { return f(static_cast<compute_t<T>>(a), static_cast<compute_t<T>>(b)); });
  });
  return known_type(context, known, std::move(status));
}

}  // namespace gearbox::ops
