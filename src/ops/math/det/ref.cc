#include <cmath>

#include "ops/run/arguments.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::det {

namespace {

/// Gaussian elimination with row pivoting; 1 for an empty matrix. Overwrites the matrix.
double determinant(std::vector<double>& matrix, int64_t n) {
  auto at = [&](int64_t row, int64_t column) -> double& { return matrix[static_cast<size_t>(row * n + column)]; };
  double result = 1;
  for (int64_t step = 0; step < n; ++step) {
    int64_t pivot = step;
    for (int64_t row = step + 1; row < n; ++row) {
      if (std::abs(at(row, step)) > std::abs(at(pivot, step))) pivot = row;
    }
    if (at(pivot, step) == 0) return 0;
    if (pivot != step) {
      for (int64_t column = 0; column < n; ++column) std::swap(at(pivot, column), at(step, column));
      result = -result;
    }
    result *= at(step, step);
    for (int64_t row = step + 1; row < n; ++row) {
      const double factor = at(row, step) / at(step, step);
      for (int64_t column = step; column < n; ++column) at(row, column) -= factor * at(step, column);
    }
  }
  return result;
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  if (x.rank() < 2 || x.dims[x.dims.size() - 1] != x.dims[x.dims.size() - 2])
    return context.error(quoted(context, 0) + " does not hold square matrices");
  const int64_t n = x.dims.back();
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims.first(x.dims.size() - 2)));
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    for (int64_t i = 0, count = y.elements(); i < count; ++i) {
      const T* from = x.as<T>() + i * n * n;
      std::vector<double> matrix(from, from + n * n);
      y.as<T>()[i] = T(static_cast<compute_t<T>>(determinant(matrix, n)));
    }
  });
  return known_type(context, known, {});
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Det", .run = reference}); }

}  // namespace gearbox::ops::det
