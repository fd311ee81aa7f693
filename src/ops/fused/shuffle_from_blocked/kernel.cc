#include <array>

#include "kernels/shuffle.h"
#include "ops/kernel_api.h"

namespace gearbox::ops::shuffle_from_blocked {

namespace {

struct State final : KernelState {
  int64_t height = 1, width = 1;
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  const Ints factors = use.attributes.integers("factors");
  if (factors.size() != 2 || factors[0] < 1 || factors[1] < 1 || factors[0] > INT32_MAX || factors[1] > INT32_MAX)
    return corrupt("the factors are out of range");
  auto state = std::make_unique<State>();
  state->height = factors[0];
  state->width = factors[1];
  return std::unique_ptr<KernelState>(std::move(state));
}

Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const Tensor& x = context.input(0);
  const int64_t all = state.height * state.width;
  if (x.rank() != 4 || x.dims[1] % all != 0) return context.error("its input's channels are left over by the factors");
  const std::array<int64_t, 4> dims = {x.dims[0], x.dims[1] / all, x.dims[2] * state.height, x.dims[3] * state.width};
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, dims));
  kernels::shuffle_from_blocked(dims[0], dims[1], state.height, state.width, x.dims[2], x.dims[3], x.as<float>(), y.as<float>(),
                                context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ShuffleFromBlocked", .domain = "gearbox", .name = "blocked", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::shuffle_from_blocked
