#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "base/attributes.h"
#include "kernels/epilogue.h"
#include "ops/kernel_api.h"

namespace gearbox::ops {

/// The epilogue of a fused step, parsed once at load.
struct EpiloguePlan {
  std::vector<kernels::EpilogueStep> steps;
  std::vector<int> inputs;  ///< per step, index of its operand among the kernel's inputs, -1 for none
};

/// The most steps an epilogue may have; the fusion pass stops there.
inline constexpr size_t kMaxEpilogueSteps = 12;

inline Result<EpiloguePlan> parse_epilogue(const PrepareContext& use) {
  const Ints kinds = use.attributes.integers("epilogue_kinds"), activations = use.attributes.integers("epilogue_activations"),
             inputs = use.attributes.integers("epilogue_inputs");
  const Floats a = use.attributes.reals("epilogue_a"), b = use.attributes.reals("epilogue_b");
  if (kinds.size() > kMaxEpilogueSteps || activations.size() != kinds.size() || inputs.size() != kinds.size() || a.size() != kinds.size() ||
      b.size() != kinds.size()) {
    return corrupt("the epilogue's attributes disagree");
  }
  EpiloguePlan plan;
  for (size_t i = 0; i < kinds.size(); ++i) {
    const bool tensor = kinds[i] != static_cast<int64_t>(kernels::EpilogueKind::kScaleShift) &&
                        kinds[i] != static_cast<int64_t>(kernels::EpilogueKind::kActivation);
    if (kinds[i] < 0 || kinds[i] > static_cast<int64_t>(kernels::EpilogueKind::kLeakyChannel) || activations[i] < 0 ||
        activations[i] > static_cast<int64_t>(kernels::Activation::kMish) || inputs[i] >= static_cast<int64_t>(use.inputs.size()) ||
        (tensor && inputs[i] < 0)) {
      return corrupt("an epilogue step is out of range");
    }
    plan.steps.push_back(
        {static_cast<kernels::EpilogueKind>(kinds[i]), static_cast<kernels::Activation>(activations[i]), a[i], b[i], nullptr, 0});
    plan.inputs.push_back(static_cast<int>(inputs[i]));
  }
  return plan;
}

/// The steps of one call: the plan's with the operands' addresses.
class BoundEpilogue {
 public:
  BoundEpilogue(const EpiloguePlan& plan, const KernelContext& context) : count_(plan.steps.size()) {
    for (size_t i = 0; i < count_; ++i) {
      steps_[i] = plan.steps[i];
      if (plan.inputs[i] < 0) continue;
      const Tensor& operand = context.input(plan.inputs[i]);
      steps_[i].data = operand.as<float>();
      // A gate [N, C, …] in whole blocks: one row of blocks per image.
      if (steps_[i].kind == kernels::EpilogueKind::kMulPerImageChannel) steps_[i].stride = (operand.dims[1] + 7) / 8 * 8;
    }
  }
  /// The same by the operands' addresses, where no step needs their extents: see bound_by_address().
  BoundEpilogue(const EpiloguePlan& plan, void* const* operands) : count_(plan.steps.size()) {
    for (size_t i = 0; i < count_; ++i) {
      steps_[i] = plan.steps[i];
      if (plan.inputs[i] >= 0) steps_[i].data = static_cast<const float*>(operands[plan.inputs[i]]);
    }
  }
  static bool bound_by_address(const EpiloguePlan& plan) {
    return std::ranges::none_of(plan.steps, [](const auto& step) { return step.kind == kernels::EpilogueKind::kMulPerImageChannel; });
  }
  kernels::Epilogue epilogue() const { return {std::span(steps_.data(), count_)}; }

 private:
  std::array<kernels::EpilogueStep, kMaxEpilogueSteps> steps_;
  size_t count_;
};

}  // namespace gearbox::ops
