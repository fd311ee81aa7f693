#include "ops/fused/recurrent/layer.h"
#include "ops/kernel_api.h"

namespace gearbox::ops::recurrent {

namespace {

struct State final : KernelState {
  kernels::RecurrentShape layer;
  bool y_by_sequence = false;
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  GBX_ASSIGN_OR_RETURN(state->layer, layer_of(use.attributes));
  state->y_by_sequence = use.attributes.integer("y_by_sequence", 0) != 0;
  if (use.constants.size() < 2 || !use.constants[1] || use.constants[1]->elements() < kernels::recurrent_packed_size(state->layer)) {
    return corrupt("the packed weights are too small");
  }
  return std::unique_ptr<KernelState>(std::move(state));
}

Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const kernels::RecurrentShape& layer = state.layer;
  const Tensor& x = context.input(0);
  if (x.rank() != 3 || x.dims[2] != layer.inputs)
    return context.error("its input must be [steps, batch, " + std::to_string(layer.inputs) + "]");
  kernels::RecurrentArgs args;
  args.steps = x.dims[0];
  args.batch = x.dims[1];
  args.x = x.as<float>();
  args.packed = context.input(1).as<float>();
  const int64_t state_elements = layer.directions * args.batch * layer.hidden;
  if (context.has_input(2)) {
    const Tensor& lengths = context.input(2);
    if (lengths.elements() != args.batch) return context.error("needs one length for each of the batch");
    args.lengths = lengths.as<int32_t>();
    for (int64_t b = 0; b < args.batch; ++b) {
      const int32_t length = args.lengths[b];
      if (length < 0 || length > args.steps) {
        return context.error("length " + std::to_string(length) + " in '" + std::string(context.input_name(2)) + "' is out of range");
      }
    }
  }
  auto initial = [&](int index) -> Result<const float*> {
    if (!context.has_input(index)) return nullptr;
    if (context.input(index).elements() != state_elements)
      return context.error("'" + std::string(context.input_name(index)) + "' has the wrong size");
    return context.input(index).as<const float>();
  };
  GBX_ASSIGN_OR_RETURN(args.initial_h, initial(3));
  GBX_ASSIGN_OR_RETURN(args.initial_c, initial(4));
  const std::array<int64_t, 4> all = {args.steps, layer.directions, args.batch, layer.hidden};
  auto result = [&](int index, std::span<const int64_t> dims) -> Result<float*> {
    if (!context.wants_output(index)) return nullptr;
    GBX_ASSIGN_OR_RETURN(const Tensor out, context.output(index, dims));
    return out.as<float>();
  };
  const std::array<int64_t, 4> by_sequence = {args.steps, args.batch, layer.directions, layer.hidden};
  args.y_by_sequence = state.y_by_sequence;
  GBX_ASSIGN_OR_RETURN(args.y, result(0, state.y_by_sequence ? by_sequence : all));
  GBX_ASSIGN_OR_RETURN(args.y_h, result(1, std::span(all).subspan(1)));
  GBX_ASSIGN_OR_RETURN(args.y_c, result(2, std::span(all).subspan(1)));
  const int64_t bytes = kernels::recurrent_scratch_bytes(layer, args.steps, args.batch, context.threads().threads());
  GBX_ASSIGN_OR_RETURN(void* scratch, context.scratch(static_cast<size_t>(bytes)));
  kernels::recurrent(layer, args, context.threads(), scratch);
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "Recurrent", .domain = "gearbox", .name = "packed", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::recurrent
