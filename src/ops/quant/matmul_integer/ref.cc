#include "ops/run/matmul_bytes.h"

namespace gearbox::ops::matmul_integer {

Status reference(KernelContext& context) {
  GBX_ASSIGN_OR_RETURN(const MatmulExtents at, matmul_extents(context, 0, 1));
  GBX_ASSIGN_OR_RETURN(const std::vector<int32_t> a, centred(context, 0, 2, at.left, true));
  GBX_ASSIGN_OR_RETURN(const std::vector<int32_t> b, centred(context, 1, 3, at.right, false));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, at.dims));
  multiply_centred(at, a, b, [&](int64_t, int64_t, int64_t of_y, int64_t i, int64_t j, int32_t sum) {
    y.as<int32_t>()[(of_y * at.m + i) * at.n + j] = sum;
  });
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "MatMulInteger", .run = reference}); }

}  // namespace gearbox::ops::matmul_integer
