#pragma once

#include "ops/run/arguments.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops {

/// The extents of one numpy matmul: [batch..., m, k] x [batch..., k, n].
struct MatmulExtents {
  Extents dims;                  ///< of the output
  Extents left, right;           ///< of the operands, lists made matrices
  Extents batch;                 ///< broadcast
  Extents a_strides, b_strides;  ///< along `batch`, in matrices
  int64_t m = 1, k = 0, n = 1;
};

inline Result<MatmulExtents> matmul_extents(const KernelContext& context, int a, int b) {
  Extents left = extents(context.input(a).dims), right = extents(context.input(b).dims);
  if (left.empty() || right.empty()) return context.error("matrix product of a scalar " + quoted(context, left.empty() ? a : b));
  const bool row = left.size() == 1, column = right.size() == 1;
  if (row) left = {1, left[0]};
  if (column) right = {right[0], 1};
  MatmulExtents out;
  out.m = left[left.size() - 2], out.k = left.back(), out.n = right.back();
  if (right[right.size() - 2] != out.k) {
    return context.error(quoted(context, a) + " has " + std::to_string(out.k) + " columns, " + quoted(context, b) + " has " +
                         std::to_string(right[right.size() - 2]) + " rows");
  }
  const Extents left_batch(left.begin(), left.end() - 2), right_batch(right.begin(), right.end() - 2);
  const auto batch = broadcast_extents(left_batch, right_batch);
  if (!batch.ok()) return context.error(batch.status().message() + " (" + quoted(context, a) + " and " + quoted(context, b) + ")");
  out.batch = *batch;
  out.a_strides = broadcast_strides(left_batch, out.batch);
  out.b_strides = broadcast_strides(right_batch, out.batch);
  out.dims = out.batch;
  if (!row) out.dims.push_back(out.m);
  if (!column) out.dims.push_back(out.n);
  out.left = std::move(left);
  out.right = std::move(right);
  return out;
}

/// Calls body(number of the matrix in a, in b, in the output) for every batch entry.
template <class Body>
void for_each_product(const MatmulExtents& extents, Body&& body) {
  int64_t written = 0;
  const Extents strides[2] = {extents.a_strides, extents.b_strides};
  for_each_offset(extents.batch, strides, [&](const int64_t(&at)[2]) { body(at[0], at[1], written++); });
}

}  // namespace gearbox::ops
