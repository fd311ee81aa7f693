#include "kernels/batched_gemm.h"
#include "ops/run/float_only.h"
#include "ops/run/matmul.h"

namespace gearbox::ops::matmul {

namespace {

/// Batch axes as kernels/batched_gemm.h takes them: neighbours that both operands walk alike are one axis.
struct MergedBatch {
  std::array<int64_t, kernels::kBatchAxes> extent{1, 1, 1, 1}, a{}, b{};
  bool fits = true;
};

MergedBatch merge_batch(const MatmulExtents& at) {
  Extents extent, a, b;
  for (size_t i = 0; i < at.batch.size(); ++i) {
    if (at.batch[i] == 1) continue;
    if (!extent.empty() && a.back() == at.a_strides[i] * at.batch[i] && b.back() == at.b_strides[i] * at.batch[i]) {
      extent.back() *= at.batch[i];
      a.back() = at.a_strides[i];
      b.back() = at.b_strides[i];
    } else {
      extent.push_back(at.batch[i]);
      a.push_back(at.a_strides[i]);
      b.push_back(at.b_strides[i]);
    }
  }
  MergedBatch out;
  out.fits = extent.size() <= kernels::kBatchAxes;
  if (!out.fits) return out;
  const size_t skip = kernels::kBatchAxes - extent.size();
  for (size_t i = 0; i < extent.size(); ++i) {
    out.extent[skip + i] = extent[i];
    out.a[skip + i] = a[i] * at.m * at.k;
    out.b[skip + i] = b[i] * at.k * at.n;
  }
  return out;
}

Status run_fast(KernelContext& context) {
  const Tensor &a = context.input(0), &b = context.input(1);
  GBX_ASSIGN_OR_RETURN(const MatmulExtents at, matmul_extents(context, 0, 1));
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, at.dims));
  const MergedBatch batch = merge_batch(at);
  if (!batch.fits) return context.error("more than " + std::to_string(kernels::kBatchAxes) + " batch axes that broadcast differently");
  kernels::BatchedGemmArgs args;
  args.batch = batch.extent;
  args.m = at.m;
  args.n = at.n;
  args.k = at.k;
  args.a = {a.as<float>(), batch.a, at.k, 1};
  args.b = {b.as<float>(), batch.b, at.n, 1};
  args.c = y.as<float>();
  args.ldc = at.n;
  int64_t stride = at.m * at.n;
  for (size_t i = kernels::kBatchAxes; i-- > 0;) {
    args.c_batch_strides[i] = stride;
    stride *= batch.extent[i];
  }
  GBX_ASSIGN_OR_RETURN(void* scratch,
                       context.scratch(static_cast<size_t>(kernels::batched_gemm_scratch_bytes(context.threads().threads()))));
  kernels::batched_gemm(args, context.threads(), scratch);
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "MatMul", .name = "batched", .run = run_fast, .supports = float_only});
}

}  // namespace gearbox::ops::matmul
