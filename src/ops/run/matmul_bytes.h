#pragma once

#include "ops/run/arithmetic.h"
#include "ops/run/matmul.h"
#include "ops/run/quantise.h"

namespace gearbox::ops {

/// The matrix operand in input `matrix`, of extents `dims`, minus the zero point in input `zero`: one for all, one per row (`rows`)
/// or one per column.
inline Result<std::vector<int32_t>> centred(const KernelContext& context, int matrix, int zero, const Extents& dims, bool rows) {
  Extents lines = dims;
  lines[lines.size() - (rows ? 1 : 2)] = 1;
  GBX_ASSIGN_OR_RETURN(const std::vector<double> zeros, spread(context, zero, lines, rows));
  const Extents strides[2] = {dense_strides(dims), broadcast_strides(lines, dims)};
  std::vector<int32_t> out;
  dispatch<int8_t, uint8_t>(context.input(matrix).dtype, [&]<class T>(T) {
    for_each_offset(dims, strides, [&](const int64_t(&at)[2]) {
      out.push_back(static_cast<int32_t>(context.input(matrix).as<T>()[at[0]]) - static_cast<int32_t>(zeros[static_cast<size_t>(at[1])]));
    });
  });
  return out;
}

/// Calls body(number of a's matrix, of b's matrix, of the output's matrix, row, column, sum) for every element of the product; the
/// sum wraps.
template <class Body>
void multiply_centred(const MatmulExtents& extents, const std::vector<int32_t>& a, const std::vector<int32_t>& b, Body&& body) {
  for_each_product(extents, [&](int64_t of_a, int64_t of_b, int64_t of_y) {
    for (int64_t i = 0; i < extents.m; ++i) {
      for (int64_t j = 0; j < extents.n; ++j) {
        int32_t sum = 0;
        for (int64_t l = 0; l < extents.k; ++l) {
          sum = plus(sum, times(a[static_cast<size_t>((of_a * extents.m + i) * extents.k + l)],
                                b[static_cast<size_t>((of_b * extents.k + l) * extents.n + j)]));
        }
        body(of_a, of_b, of_y, i, j, sum);
      }
    }
  });
}

}  // namespace gearbox::ops
