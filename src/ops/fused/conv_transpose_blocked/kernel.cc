#include "kernels/conv_transpose.h"
#include "ops/run/blocked_geometry.h"
#include "ops/run/epilogue.h"

namespace gearbox::ops::conv_transpose_blocked {

namespace {

struct State final : KernelState {
  EpiloguePlan epilogue;
  BlockedConv conv;
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  GBX_ASSIGN_OR_RETURN(state->epilogue, parse_epilogue(use));
  GBX_ASSIGN_OR_RETURN(state->conv, blocked_conv_of(use.attributes));
  const BlockedConv& conv = state->conv;
  kernels::ConvShape shape{.in_channels = conv.in_channels, .out_channels = conv.out_channels, .groups = conv.groups, .h = {}, .w = {}};
  if (conv.window.axes.size() == 2) shape.h = conv_axis(conv.window.axes[0], 1, 1, 0);
  shape.w = conv_axis(conv.window.axes.back(), 1, 1, 0);
  if (use.constants.size() < 2 || !use.constants[1] || use.constants[1]->elements() < kernels::conv_transpose_weights_size(shape)) {
    return corrupt("the packed weights are too small");
  }
  return std::unique_ptr<KernelState>(std::move(state));
}

Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const kernels::ConvShape shape, conv_shape(context, state.conv, x.dims, transposed_axis));
  GBX_ASSIGN_OR_RETURN(const Tensor y,
                       context.output(0, output_dims(x.dims.size(), shape.batch, shape.out_channels, shape.h.out, shape.w.out).span()));
  const BoundEpilogue epilogue(state.epilogue, context);
  GBX_ASSIGN_OR_RETURN(void* scratch, context.scratch(kernels::conv_transpose_blocked_scratch_bytes(shape, context.threads().threads())));
  kernels::conv_transpose_blocked(shape, x.as<float>(), context.input(1).as<float>(), y.as<float>(), epilogue.epilogue(), scratch,
                                  context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ConvTransposeBlocked", .domain = "gearbox", .name = "blocked", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::conv_transpose_blocked
