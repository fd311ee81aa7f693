#include "ops/run/reduce.h"

namespace gearbox::ops::gemm {

namespace {

template <class Wide>
Wide scaled(Wide value, double factor) {
  return factor == 1 ? value : convert<Wide>(factor * static_cast<double>(value));
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor &a = context.input(0), &b = context.input(1);
  const Attributes& attributes = context.attributes();
  const double alpha = attributes.real("alpha", 1), beta = attributes.real("beta", 1);
  const size_t k_of_a = attributes.integer("transA", 0) != 0 ? 0 : 1, k_of_b = attributes.integer("transB", 0) != 0 ? 1 : 0;
  if (a.rank() != 2 || b.rank() != 2) return context.error("Gemm needs matrices");
  const int64_t m = a.dims[1 - k_of_a], k = a.dims[k_of_a], n = b.dims[1 - k_of_b];
  if (b.dims[k_of_b] != k) {
    return context.error(quoted(context, 0) + " has " + std::to_string(k) + " columns, " + quoted(context, 1) + " has " +
                         std::to_string(b.dims[k_of_b]) + " rows");
  }
  const Extents dims = {m, n}, a_strides = dense_strides(a.dims), b_strides = dense_strides(b.dims);
  Extents c_strides(2, 0);
  if (context.has_input(2)) {
    const auto joined = broadcast_extents(context.input(2).dims, dims);
    if (!joined.ok() || *joined != dims) return context.error(quoted(context, 2) + " does not broadcast to " + list_text(dims));
    c_strides = broadcast_strides(context.input(2).dims, dims);
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const bool known = dispatch_numeric(a.dtype, [&]<class T>(T) {
    using Wide = reduce_t<T>;
    T* out = y.as<T>();
    for_each_index(dims, [&](std::span<const int64_t> at) {
      const T* row = a.as<T>() + at[0] * a_strides[1 - k_of_a];
      const T* column = b.as<T>() + at[1] * b_strides[1 - k_of_b];
      Wide sum = 0;
      for (int64_t l = 0; l < k; ++l) {
        sum = plus(sum, times(static_cast<Wide>(row[l * a_strides[k_of_a]]), static_cast<Wide>(column[l * b_strides[k_of_b]])));
      }
      sum = scaled(sum, alpha);
      if (context.has_input(2)) sum = plus(sum, scaled(static_cast<Wide>(context.input(2).as<T>()[offset_of(at, c_strides)]), beta));
      *out++ = convert<T>(sum);
    });
  });
  return known_type(context, known, {});
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Gemm", .run = reference}); }

}  // namespace gearbox::ops::gemm
