#include "kernels/permute.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::transpose {

namespace {

struct State final : KernelState {
  Ints perm;  ///< empty: reversed
};

bool supported(const PrepareContext& use) { return dtype_size(use.inputs[0]) > 0; }

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  state->perm = use.attributes.integers("perm");
  for (size_t i = 0; i < state->perm.size(); ++i) {
    if (std::count(state->perm.begin(), state->perm.end(), static_cast<int64_t>(i)) != 1)
      return invalid_argument("'perm' is no permutation");
  }
  return std::unique_ptr<KernelState>(std::move(state));
}

Status run_fast(KernelContext& context) {
  const Tensor& x = context.input(0);
  const size_t rank = x.dims.size();
  std::array<int64_t, kernels::kPermuteAxes> perm, dims;
  if (rank > perm.size()) return context.error("rank " + std::to_string(rank) + " is not supported");
  const Ints& given = static_cast<const State&>(*context.state()).perm;
  if (!given.empty() && given.size() != rank) return context.error("'perm' does not fit the rank of " + quoted(context, 0));
  for (size_t i = 0; i < rank; ++i) {
    perm[i] = given.empty() ? static_cast<int64_t>(rank - 1 - i) : given[i];
    dims[i] = x.dims[static_cast<size_t>(perm[i])];
  }
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::span(dims.data(), rank)));
  kernels::permute(x.dims, std::span(perm.data(), rank), dtype_size(x.dtype), x.data, y.data, context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "Transpose", .name = "tiled", .run = run_fast, .supports = supported, .prepare = prepare});
}

}  // namespace gearbox::ops::transpose
