#include <cstring>

#include "kernels/layout.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::take_channels_blocked {

namespace {

struct State final : KernelState {
  Ints begins, counts;
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  state->begins = use.attributes.integers("begins");
  state->counts = use.attributes.integers("counts");
  bool known = state->begins.size() == use.outputs.size() && state->counts.size() == use.outputs.size();
  for (size_t i = 0; known && i < state->begins.size(); ++i) {
    known = state->begins[i] >= 0 && state->begins[i] <= INT32_MAX && state->begins[i] % kernels::kBlock == 0 && state->counts[i] >= 0 &&
            state->counts[i] <= INT32_MAX;
  }
  if (!known) return corrupt("the channels are out of range");
  return std::unique_ptr<KernelState>(std::move(state));
}

Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const Tensor& x = context.input(0);
  if (x.rank() < 2) return context.error("a blocked tensor has at least two axes");
  Extents dims = extents(x.dims);
  const int64_t plane = element_count(x.dims.subspan(2)) * kernels::kBlock, blocks = kernels::channel_blocks(x.dims[1]);
  for (int i = 0; i < context.outputs(); ++i) {
    const int64_t begin = state.begins[static_cast<size_t>(i)];
    dims[1] = state.counts[static_cast<size_t>(i)];
    if (begin + dims[1] > x.dims[1]) return context.error(quoted(context, 0) + " has " + std::to_string(x.dims[1]) + " channels");
    if (!context.wants_output(i)) continue;
    GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(i, dims));
    if (y.elements() == 0) continue;
    const int64_t taken = kernels::channel_blocks(dims[1]);
    context.threads().parallel_for(dims[0] * taken, std::max<int64_t>(1, 32768 / plane), [&](int64_t first, int64_t last, int) {
      for (int64_t p = first; p < last; ++p) {
        const float* from = x.as<float>() + (p / taken * blocks + begin / kernels::kBlock + p % taken) * plane;
        std::memcpy(y.as<float>() + p * plane, from, static_cast<size_t>(plane) * sizeof(float));
      }
    });
  }
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "TakeChannelsBlocked", .domain = "gearbox", .name = "blocked", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::take_channels_blocked
