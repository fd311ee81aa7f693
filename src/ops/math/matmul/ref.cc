#include "ops/run/matmul.h"
#include "ops/run/reduce.h"

namespace gearbox::ops::matmul {

namespace {

template <class T>
void multiply(const T* a, const T* b, T* y, int64_t m, int64_t k, int64_t n) {
  using Wide = reduce_t<T>;
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      Wide sum = 0;
      for (int64_t l = 0; l < k; ++l) sum = plus(sum, times(static_cast<Wide>(a[i * k + l]), static_cast<Wide>(b[l * n + j])));
      y[i * n + j] = convert<T>(sum);
    }
  }
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor &a = context.input(0), &b = context.input(1);
  GBX_ASSIGN_OR_RETURN(const MatmulExtents at, matmul_extents(context, 0, 1));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, at.dims));
  const bool known = dispatch_numeric(a.dtype, [&]<class T>(T) {
    for_each_product(at, [&](int64_t of_a, int64_t of_b, int64_t of_y) {
      multiply(a.as<T>() + of_a * at.m * at.k, b.as<T>() + of_b * at.k * at.n, y.as<T>() + of_y * at.m * at.n, at.m, at.k, at.n);
    });
  });
  return known_type(context, known, {});
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "MatMul", .run = reference}); }

}  // namespace gearbox::ops::matmul
