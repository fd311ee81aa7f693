#include "kernels/attention.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::attention {

namespace {

using Axes = std::array<size_t, 4>;

struct State final : KernelState {
  Axes q{}, k{}, v{}, out{};
  float scale = 1, otherwise = 0;
};

Result<Axes> axes_of(const PrepareContext& use, const char* name) {
  const Ints list = use.attributes.integers(name);
  Axes out;
  for (size_t i = 0; i < 4; ++i) {
    if (list.size() != 4 || std::count(list.begin(), list.end(), static_cast<int64_t>(i)) != 1)
      return corrupt(std::string("'") + name + "' is no order of four axes");
    out[i] = static_cast<size_t>(list[i]);
  }
  return out;
}

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  GBX_ASSIGN_OR_RETURN(state->q, axes_of(use, "q_perm"));
  GBX_ASSIGN_OR_RETURN(state->k, axes_of(use, "k_perm"));
  GBX_ASSIGN_OR_RETURN(state->v, axes_of(use, "v_perm"));
  GBX_ASSIGN_OR_RETURN(state->out, axes_of(use, "out_perm"));
  state->scale = use.attributes.real("scale", 1);
  state->otherwise = static_cast<float>(use.attributes.real("otherwise", 0));
  if (state->q[3] != 3 || state->v[3] != 3 || state->out[3] != 3) return corrupt("features must be the last axis");
  return std::unique_ptr<KernelState>(std::move(state));
}

std::array<int64_t, 4> strides_of(std::span<const int64_t> dims) { return {dims[1] * dims[2] * dims[3], dims[2] * dims[3], dims[3], 1}; }

kernels::HeadMatrices heads(const Tensor& tensor, const Axes& axes) {
  const auto strides = strides_of(tensor.dims);
  return {tensor.as<float>(), strides[axes[0]], strides[axes[1]], strides[axes[2]], strides[axes[3]]};
}

Result<kernels::MaskStrides> mask_strides(const KernelContext& context, int input, const std::array<int64_t, 4>& scores) {
  const Tensor& mask = context.input(input);
  if (mask.rank() > 4) return context.error(quoted(context, input) + " has more than four axes");
  const size_t missing = 4 - mask.dims.size();
  for (size_t i = 0; i < mask.dims.size(); ++i) {
    if (mask.dims[i] != 1 && mask.dims[i] != scores[missing + i]) {
      return context.error(quoted(context, input) + " " + list_text(mask.dims) + " does not broadcast to the scores " + list_text(scores));
    }
  }
  const Extents at = broadcast_strides(mask.dims, scores);
  return kernels::MaskStrides{at[0], at[1], at[2], at[3]};
}

Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const Tensor &q = context.input(0), &k = context.input(1), &v = context.input(2);
  for (const Tensor* tensor : {&q, &k, &v}) {
    if (tensor->rank() != 4) return context.error("operands of four axes expected");
  }
  kernels::AttentionArgs args;
  args.batch = q.dims[state.q[0]];
  args.heads = q.dims[state.q[1]];
  args.q_len = q.dims[state.q[2]];
  args.depth = q.dims[state.q[3]];
  args.k_len = k.dims[state.k[2]];
  args.value_depth = v.dims[state.v[3]];
  args.scale = state.scale;
  const bool fits = k.dims[state.k[0]] == args.batch && v.dims[state.v[0]] == args.batch && k.dims[state.k[1]] == args.heads &&
                    v.dims[state.v[1]] == args.heads && k.dims[state.k[3]] == args.depth && v.dims[state.v[2]] == args.k_len;
  if (!fits)
    return context.error("queries " + list_text(q.dims) + ", keys " + list_text(k.dims) + " and values " + list_text(v.dims) +
                         " do not fit");
  const std::array<int64_t, 4> logical = {args.batch, args.heads, args.q_len, args.value_depth};
  std::array<int64_t, 4> dims;
  for (size_t i = 0; i < 4; ++i) dims[i] = logical[state.out[i]];
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, dims));
  GBX_ASSIGN_OR_RETURN(void* scratch, context.scratch(static_cast<size_t>(kernels::attention_scratch_bytes(context.threads().threads()))));
  args.q = heads(q, state.q);
  args.k = heads(k, state.k);
  args.v = heads(v, state.v);
  args.out = y.as<float>();
  const auto strides = strides_of(dims);
  for (size_t i = 0; i < 3; ++i)
    (state.out[i] == 0 ? args.out_batch_stride : state.out[i] == 1 ? args.out_head_stride : args.out_row_stride) = strides[i];
  const std::array<int64_t, 4> scores = {args.batch, args.heads, args.q_len, args.k_len};
  if (context.has_input(3)) {
    GBX_ASSIGN_OR_RETURN(args.mask_strides, mask_strides(context, 3, scores));
    args.mask = context.input(3).as<float>();
  }
  if (context.has_input(4)) {
    GBX_ASSIGN_OR_RETURN(args.keep_strides, mask_strides(context, 4, scores));
    args.keep = context.input(4).as<bool>();
    args.otherwise = state.otherwise;
  }
  kernels::attention(args, context.threads(), scratch);
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "Attention", .domain = "gearbox", .name = "streamed", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::attention
