#include "kernels/batched_gemm.h"
#include "ops/run/arguments.h"
#include "ops/run/float_only.h"

namespace gearbox::ops::gemm {

Status reference(KernelContext& context);

namespace {

constexpr int64_t kElementsPerPiece = 16 * 1024;

/// y = alpha y + beta c over the rows of y; `row` and `column` are the strides of c.
void scale_and_add(const Tensor& y, float alpha, const float* c, float beta, int64_t row, int64_t column, ThreadPool& threads) {
  const int64_t n = y.dims[1];
  threads.parallel_for(y.dims[0], std::max<int64_t>(kElementsPerPiece / std::max<int64_t>(n, 1), 1), [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      float* to = y.as<float>() + i * n;
      const float* from = c + i * row;
      if (!c) {
        for (int64_t j = 0; j < n; ++j) to[j] *= alpha;
      } else if (column == 0) {
        for (int64_t j = 0; j < n; ++j) to[j] = alpha * to[j] + beta * *from;
      } else {
        for (int64_t j = 0; j < n; ++j) to[j] = alpha * to[j] + beta * from[j];
      }
    }
  });
}

/// For products whose right operand is computed; alpha, beta and C in a second sweep.
Status run_batched(KernelContext& context) {
  const Tensor &a = context.input(0), &b = context.input(1);
  const Attributes& attributes = context.attributes();
  const bool a_transposed = attributes.integer("transA", 0) != 0, b_transposed = attributes.integer("transB", 0) != 0;
  if (a.rank() != 2 || b.rank() != 2) return reference(context);
  const std::array<int64_t, 2> dims = {a.dims[a_transposed ? 1 : 0], b.dims[b_transposed ? 0 : 1]};
  const int64_t k = a.dims[a_transposed ? 0 : 1];
  if (b.dims[b_transposed ? 1 : 0] != k) return reference(context);
  const float alpha = attributes.real("alpha", 1), beta = attributes.real("beta", 1);
  const float* c = nullptr;
  std::array<int64_t, 2> c_strides = {0, 0};
  if (context.has_input(2)) {
    const Tensor& added = context.input(2);
    if (added.rank() > 2) return reference(context);
    const size_t missing = 2 - added.dims.size();
    int64_t stride = 1;
    for (size_t axis = 2; axis-- > missing;) {
      const int64_t extent = added.dims[axis - missing];
      if (extent != 1 && extent != dims[axis]) return reference(context);
      c_strides[axis] = extent == 1 ? 0 : stride;
      stride *= extent;
    }
    c = beta != 0 ? added.as<float>() : nullptr;
  }
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, dims));
  kernels::BatchedGemmArgs args;
  args.m = dims[0];
  args.n = dims[1];
  args.k = k;
  args.a = {a.as<float>(), {}, a_transposed ? 1 : k, a_transposed ? dims[0] : 1};
  args.b = {b.as<float>(), {}, b_transposed ? 1 : dims[1], b_transposed ? k : 1};
  args.c = y.as<float>();
  args.ldc = dims[1];
  GBX_ASSIGN_OR_RETURN(void* scratch,
                       context.scratch(static_cast<size_t>(kernels::batched_gemm_scratch_bytes(context.threads().threads()))));
  kernels::batched_gemm(args, context.threads(), scratch);
  if (c || alpha != 1) scale_and_add(y, alpha, c, beta, c_strides[0], c_strides[1], context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "Gemm", .name = "batched", .run = run_batched, .supports = float_only});
}

}  // namespace gearbox::ops::gemm
