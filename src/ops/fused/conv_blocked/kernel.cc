#include "kernels/conv.h"
#include "kernels/conv_pack.h"
#include "kernels/depthwise.h"
#include "kernels/winograd.h"
#include "ops/run/blocked_geometry.h"
#include "ops/run/epilogue.h"

namespace gearbox::ops::conv_blocked {

namespace {

enum class Form : uint8_t { kDense, kPlain, kDepthwise };

template <Form form>
bool is(const PrepareContext& use) {
  constexpr std::string_view kNames[] = {"dense", "plain", "depthwise"};
  return use.attributes.text("form", "") == kNames[static_cast<size_t>(form)];
}

struct State final : KernelState {
  std::string algorithm(std::span<const Tensor> inputs) const override;

  EpiloguePlan epilogue;
  BlockedConv conv;
  int tile = 0;
  bool direct = false;  ///< the weights of the direct convolution are there
};

/// Whether Winograd's transformed weights are used for an output of these extents.
bool takes_winograd(const State& state, int64_t height, int64_t width) {
  const bool profitable = kernels::winograd_tile(state.conv.in_channels, state.conv.out_channels, height, width) == state.tile;
  return state.tile != 0 && (profitable || !state.direct);
}

std::string State::algorithm(std::span<const Tensor> inputs) const {
  if (tile == 0 || inputs.empty() || inputs[0].dims.size() != 4) return {};
  const std::span<const int64_t> dims = inputs[0].dims;
  const bool winograd = takes_winograd(*this, conv_axis(conv.window, 0, dims[2]).out, conv_axis(conv.window, 1, dims[3]).out);
  return winograd ? "winograd" + std::to_string(tile) : "direct";
}

int64_t weights_size(const BlockedConv& conv, Form form) {
  const std::vector<WindowAxis>& axes = conv.window.axes;
  const int64_t kh = axes.size() == 2 ? axes[0].kernel : 1, kw = axes.back().kernel;
  if (form == Form::kDepthwise) return kernels::depthwise_weights_size(conv.out_channels, kh, kw);
  const kernels::ConvWeightShape shape{conv.in_channels, conv.out_channels, conv.groups, kh, kw};
  return form == Form::kPlain ? kernels::conv_plain_weights_size(shape) : kernels::conv_weights_size(shape);
}

template <Form form>
Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  GBX_ASSIGN_OR_RETURN(state->epilogue, parse_epilogue(use));
  GBX_ASSIGN_OR_RETURN(state->conv, blocked_conv_of(use.attributes));
  const BlockedConv& conv = state->conv;
  if (form == Form::kDepthwise && (conv.groups != conv.in_channels || conv.groups != conv.out_channels))
    return corrupt("not a depthwise convolution");
  if (form == Form::kPlain && conv.groups != 1) return corrupt("a plain input needs one group");
  state->direct = use.constants.size() > 1 && use.constants[1];
  const bool transformed = use.constants.size() > 2 && use.constants[2];
  if (state->direct && use.constants[1]->elements() < weights_size(conv, form)) return corrupt("the packed weights are too small");
  if (transformed) {
    state->tile = static_cast<int>(use.attributes.integer("winograd_tile", 0));
    const bool known = state->tile == 2 || state->tile == 4;
    if (form != Form::kDense || !known || conv.groups != 1 || conv.window.axes.size() != 2)
      return corrupt("not a convolution for Winograd");
    for (const WindowAxis& axis : conv.window.axes) {
      if (axis.kernel != 3 || axis.stride != 1 || axis.dilation != 1) return corrupt("not a convolution for Winograd");
    }
    if (use.constants[2]->elements() < kernels::winograd_weights_size(state->tile, conv.in_channels, conv.out_channels)) {
      return corrupt("the transformed weights are too small");
    }
  } else if (!state->direct) {
    return corrupt("the weights are missing");
  }
  return std::unique_ptr<KernelState>(std::move(state));
}

template <Form form>
Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const kernels::ConvShape shape, conv_shape(context, state.conv, x.dims));
  GBX_ASSIGN_OR_RETURN(const Tensor y,
                       context.output(0, output_dims(x.dims.size(), shape.batch, shape.out_channels, shape.h.out, shape.w.out).span()));
  const BoundEpilogue bound(state.epilogue, context);
  const kernels::Epilogue epilogue = bound.epilogue();
  ThreadPool& threads = context.threads();
  if constexpr (form == Form::kDepthwise) {
    kernels::depthwise_blocked(shape, x.as<float>(), context.input(1).as<float>(), y.as<float>(), epilogue, threads);
  } else if constexpr (form == Form::kPlain) {
    GBX_ASSIGN_OR_RETURN(void* scratch, context.scratch(kernels::conv_plain_input_scratch_bytes(shape, threads.threads())));
    kernels::conv_plain_input(shape, x.as<float>(), context.input(1).as<float>(), y.as<float>(), epilogue, scratch, threads);
  } else {
    if (takes_winograd(state, shape.h.out, shape.w.out)) {
      GBX_ASSIGN_OR_RETURN(void* scratch, context.scratch(kernels::winograd_blocked_scratch_bytes(state.tile, shape, threads.threads())));
      kernels::winograd_blocked(state.tile, shape, x.as<float>(), context.input(2).as<float>(), y.as<float>(), epilogue, scratch, threads);
    } else {
      GBX_ASSIGN_OR_RETURN(void* scratch, context.scratch(kernels::conv_blocked_scratch_bytes(shape, threads.threads())));
      kernels::conv_blocked(shape, x.as<float>(), context.input(1).as<float>(), y.as<float>(), epilogue, scratch, threads);
    }
  }
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ConvBlocked",
                .domain = "gearbox",
                .name = "depthwise",
                .run = run<Form::kDepthwise>,
                .supports = is<Form::kDepthwise>,
                .prepare = prepare<Form::kDepthwise>});
  registry.add({.op = "ConvBlocked",
                .domain = "gearbox",
                .name = "plain",
                .run = run<Form::kPlain>,
                .supports = is<Form::kPlain>,
                .prepare = prepare<Form::kPlain>});
  registry.add({.op = "ConvBlocked",
                .domain = "gearbox",
                .name = "dense",
                .run = run<Form::kDense>,
                .supports = is<Form::kDense>,
                .prepare = prepare<Form::kDense>});
}

}  // namespace gearbox::ops::conv_blocked
