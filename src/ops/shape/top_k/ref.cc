#include <numeric>

#include "ops/run/arguments.h"

namespace gearbox::ops::top_k {

namespace {

template <class T>
bool above(T a, T b) {
  return (a != a && b == b) || a > b;
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", -1), x.rank()));
  const bool largest = context.attributes().integer("largest", 1) != 0;
  const int64_t n = x.dims[axis], k = context.version() < 10 ? context.attributes().integer("k", -1) : integer_input(context, 1, -1);
  if (k < 0 || k > n) {
    return context.error(std::to_string(k) + " elements asked for, " + quoted(context, 0) + " has " + std::to_string(n) + " at axis " +
                         std::to_string(axis));
  }
  Extents dims = extents(x.dims);
  dims[axis] = k;
  GBX_ASSIGN_OR_RETURN(Tensor values, context.output(0, dims));
  GBX_ASSIGN_OR_RETURN(Tensor indices, context.output(1, dims));
  const int64_t outer = element_count(x.dims.first(axis)), inner = element_count(x.dims.subspan(axis + 1));
  const bool wants_values = context.wants_output(0), wants_indices = context.wants_output(1);
  const bool known = dispatch_numeric(x.dtype, [&]<class T>(T) {
    using C = compute_t<T>;
    std::vector<int64_t> order(static_cast<size_t>(n));
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t i = 0; i < inner; ++i) {
        const T* row = x.as<T>() + o * n * inner + i;
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
          const C left = row[a * inner], right = row[b * inner];
          return largest ? above(left, right) : above(right, left);
        });
        for (int64_t j = 0; j < k; ++j) {
          const int64_t at = (o * k + j) * inner + i, from = order[static_cast<size_t>(j)];
          if (wants_values) values.as<T>()[at] = row[from * inner];
          if (wants_indices) indices.as<int64_t>()[at] = from;
        }
      }
    }
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "TopK", .run = reference}); }

}  // namespace gearbox::ops::top_k
