#include "kernels/layer_norm.h"
#include "ops/run/arguments.h"
#include "ops/run/float_only.h"

namespace gearbox::ops::layer_normalization {

namespace {

Status run_fast(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", -1), x.rank()));
  kernels::LayerNormArgs args;
  args.rows = element_count(x.dims.first(axis));
  args.cols = element_count(x.dims.subspan(axis));
  args.epsilon = context.attributes().real("epsilon", 1e-5F);
  for (int i = 1; i <= 2; ++i) {
    if (context.has_input(i) && context.input(i).elements() != args.cols) {
      return context.error(quoted(context, i) + " has " + std::to_string(context.input(i).elements()) + " elements, " +
                           std::to_string(args.cols) + " expected");
    }
  }
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, x.dims));
  args.x = x.as<float>();
  args.scale = context.input(1).as<float>();
  args.bias = context.has_input(2) ? context.input(2).as<float>() : nullptr;
  args.y = y.as<float>();
  if (context.wants_output(1) || context.wants_output(2)) {
    std::vector<int64_t> dims(x.dims.begin(), x.dims.end());
    std::fill(dims.begin() + static_cast<std::ptrdiff_t>(axis), dims.end(), 1);
    for (int i = 1; i <= 2; ++i) {
      if (!context.wants_output(i)) continue;
      GBX_ASSIGN_OR_RETURN(const Tensor statistic, context.output(i, dims));
      (i == 1 ? args.mean : args.inverse_deviation) = statistic.as<float>();
    }
  }
  kernels::layer_norm(args, context.threads());
  return {};
}

/// Scale and bias that broadcast in other ways than along the rows are left to the reference.
bool supported(const PrepareContext& use) {
  if (!float_only(use)) return false;
  for (size_t i = 1; i < use.inputs.size(); ++i) {
    if (use.inputs[i] != DType::kUndefined && (use.inputs[i] != DType::kF32 || !use.constants[i] || use.constants[i]->rank() != 1))
      return false;
  }
  for (size_t i = 1; i < use.outputs.size(); ++i) {
    if (use.outputs[i] != DType::kUndefined && use.outputs[i] != DType::kF32) return false;
  }
  return use.attributes.integer("axis", -1) == -1;
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "LayerNormalization", .name = "rows", .run = run_fast, .supports = supported});
}

}  // namespace gearbox::ops::layer_normalization
