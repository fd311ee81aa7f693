#include <algorithm>

#include "ops/run/arithmetic.h"
#include "ops/run/elementwise.h"
#include "ops/run/softmax_view.h"

namespace gearbox::ops::hardmax {

namespace {

/// The tensor seen as [outer, n, inner]; marks the largest over n.
template <class T>
void mark_largest(const T* x, T* y, int64_t outer, int64_t n, int64_t inner) {
  using C = compute_t<T>;
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t i = 0; i < inner; ++i) {
      const int64_t base = o * n * inner + i;
      int64_t largest = 0;
      for (int64_t k = 1; k < n; ++k) {
        if (goes_above(C(x[base + k * inner]), C(x[base + largest * inner]))) largest = k;
      }
      for (int64_t k = 0; k < n; ++k) y[base + k * inner] = T(k == largest ? 1 : 0);
    }
  }
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const AxisView view, softmax_view(context));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) { mark_largest(x.as<T>(), y.as<T>(), view.outer, view.extent, view.inner); });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Hardmax", .run = reference}); }

}  // namespace gearbox::ops::hardmax
