#include "ops/run/matmul_bytes.h"

namespace gearbox::ops::qlinear_matmul {

Status reference(KernelContext& context) {
  GBX_ASSIGN_OR_RETURN(const MatmulExtents at, matmul_extents(context, 0, 3));
  GBX_ASSIGN_OR_RETURN(const std::vector<int32_t> a, centred(context, 0, 2, at.left, true));
  GBX_ASSIGN_OR_RETURN(const std::vector<int32_t> b, centred(context, 3, 5, at.right, false));
  Extents a_rows = at.left, b_columns = at.right, y_rows = at.batch;
  a_rows.back() = 1;
  b_columns[b_columns.size() - 2] = 1;
  y_rows.insert(y_rows.end(), {at.m, 1});
  GBX_ASSIGN_OR_RETURN(const std::vector<double> a_scale, spread(context, 1, a_rows, true));
  GBX_ASSIGN_OR_RETURN(const std::vector<double> b_scale, spread(context, 4, b_columns, false));
  GBX_ASSIGN_OR_RETURN(const std::vector<double> y_scale, spread(context, 6, y_rows, true));
  GBX_ASSIGN_OR_RETURN(const std::vector<double> y_zero, spread(context, 7, y_rows, true));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, at.dims));
  const bool known = dispatch<int8_t, uint8_t>(y.dtype, [&]<class T>(T) {
    multiply_centred(at, a, b, [&](int64_t of_a, int64_t of_b, int64_t of_y, int64_t i, int64_t j, int32_t sum) {
      const size_t row = static_cast<size_t>(of_y * at.m + i);
      const double scale = a_scale[static_cast<size_t>(of_a * at.m + i)] * b_scale[static_cast<size_t>(of_b * at.n + j)] / y_scale[row];
      y.as<T>()[static_cast<int64_t>(row) * at.n + j] = quantised<T>(sum * scale, static_cast<int64_t>(y_zero[row]));
    });
  });
  return known_type(context, known, {});
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "QLinearMatMul", .run = reference}); }

}  // namespace gearbox::ops::qlinear_matmul
