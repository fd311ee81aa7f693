#include "kernels/batched_gemm.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::permuted_matmul {

namespace {

constexpr size_t kMostAxes = kernels::kBatchAxes + 2;

struct State final : KernelState {
  Ints a, b, out;
};

Result<Ints> order_of(const PrepareContext& use, const char* name) {
  const Ints list = use.attributes.integers(name);
  for (size_t i = 0; i < list.size(); ++i) {
    if (std::count(list.begin(), list.end(), static_cast<int64_t>(i)) != 1)
      return corrupt(std::string("'") + name + "' is no order of " + std::to_string(list.size()) + " axes");
  }
  if (list.size() < 2 || list.size() > kMostAxes) return corrupt(std::string("'") + name + "' orders too few axes or too many");
  return list;
}

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  GBX_ASSIGN_OR_RETURN(state->a, order_of(use, "a_perm"));
  GBX_ASSIGN_OR_RETURN(state->b, order_of(use, "b_perm"));
  GBX_ASSIGN_OR_RETURN(state->out, order_of(use, "out_perm"));
  if (state->a.size() != state->b.size() || state->a.size() != state->out.size()) return corrupt("operands of different ranks");
  if (state->out.back() + 1 != static_cast<int64_t>(state->out.size())) return corrupt("columns must be the last axis");
  return std::unique_ptr<KernelState>(std::move(state));
}

/// Extent and stride of each logical axis.
struct Layout {
  std::array<int64_t, kMostAxes> extents{}, strides{};
};

Layout layout_of(std::span<const int64_t> dims, const Ints& perm) {
  std::array<int64_t, kMostAxes> strides;
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0; stride *= dims[i]) strides[i] = stride;
  Layout out;
  for (size_t i = 0; i < dims.size(); ++i) {
    out.extents[i] = dims[static_cast<size_t>(perm[i])];
    out.strides[i] = strides[static_cast<size_t>(perm[i])];
  }
  return out;
}

kernels::MatrixBatch matrices(const Tensor& tensor, const Layout& layout, size_t batch_axes) {
  kernels::MatrixBatch out{
      .data = tensor.as<float>(), .row_stride = layout.strides[batch_axes], .col_stride = layout.strides[batch_axes + 1]};
  for (size_t i = 0; i < batch_axes; ++i) out.batch_strides[kernels::kBatchAxes - batch_axes + i] = layout.strides[i];
  return out;
}

Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const Tensor &a = context.input(0), &b = context.input(1);
  const size_t rank = state.a.size(), batch_axes = rank - 2;
  if (a.dims.size() != rank || b.dims.size() != rank) return context.error("operands of " + std::to_string(rank) + " axes expected");
  const Layout left = layout_of(a.dims, state.a), right = layout_of(b.dims, state.b);
  bool fits = left.extents[rank - 1] == right.extents[rank - 2];
  for (size_t i = 0; i < batch_axes; ++i) fits = fits && left.extents[i] == right.extents[i];
  if (!fits) return context.error("operands " + list_text(a.dims) + " and " + list_text(b.dims) + " do not fit");
  std::array<int64_t, kMostAxes> product = left.extents, dims, strides{};
  product[rank - 1] = right.extents[rank - 1];
  for (size_t i = 0; i < rank; ++i) dims[i] = product[static_cast<size_t>(state.out[i])];
  int64_t stride = 1;
  for (size_t i = rank; i-- > 0; stride *= dims[i]) strides[static_cast<size_t>(state.out[i])] = stride;
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::span(dims).first(rank)));
  GBX_ASSIGN_OR_RETURN(void* scratch,
                       context.scratch(static_cast<size_t>(kernels::batched_gemm_scratch_bytes(context.threads().threads()))));
  kernels::BatchedGemmArgs args;
  args.m = product[rank - 2];
  args.n = product[rank - 1];
  args.k = left.extents[rank - 1];
  args.a = matrices(a, left, batch_axes);
  args.b = matrices(b, right, batch_axes);
  args.c = y.as<float>();
  args.ldc = strides[rank - 2];
  for (size_t i = 0; i < batch_axes; ++i) {
    const size_t at = kernels::kBatchAxes - batch_axes + i;
    args.batch[at] = product[i];
    args.c_batch_strides[at] = strides[i];
  }
  kernels::batched_gemm(args, context.threads(), scratch);
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "PermutedMatMul", .domain = "gearbox", .name = "batched", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::permuted_matmul
