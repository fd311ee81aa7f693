#include "kernels/conv_register_steps.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace gearbox::kernels {
namespace conv_register_steps {

const float* take_bias(std::span<const EpilogueStep>* steps) {
  if (steps->empty() || steps->front().kind != EpilogueKind::kAddChannel || steps->front().a != 1.f) return nullptr;
  const float* bias = steps->front().data;
  *steps = steps->subspan(1);
  return bias;
}

const float* take_added(std::span<const EpilogueStep>* steps) {
  if (steps->empty()) return nullptr;
  const EpilogueStep& step = steps->front();
  if (step.kind != EpilogueKind::kAddTensor || step.a != 1.f || step.stride != 0) return nullptr;
  *steps = steps->subspan(1);
  return step.data;
}

/// Whether a gate can be scaled: a factor that is no number would meet ends of the gate that it never multiplies, a tiny one lose bits.
bool scales_gate(float scale) {
  constexpr float kMost = 0x1p100F;
  return scale == 0 || (std::abs(scale) <= kMost && std::abs(scale) >= 1 / kMost);
}

/// scale HardSwish(x) + shift; the scale becomes part of the gate.
RegisterActivation hard_swish(float scale, float shift) {
  return {.kind = RegisterActivation::kHardSwish,
          .low = std::min(scale, 0.f),
          .high = std::max(scale, 0.f),
          .slope = scale / 6,
          .middle = scale / 2,
          .shift = shift};
}

RegisterActivation take_activation(std::span<const EpilogueStep>* steps) {
  if (steps->empty() || steps->front().kind != EpilogueKind::kActivation) return {};
  const EpilogueStep& step = steps->front();
  RegisterActivation out;
  switch (step.activation) {
    case Activation::kRelu: out = {.kind = RegisterActivation::kLeast, .low = 0}; break;
    case Activation::kClip: out = {.kind = RegisterActivation::kClamp, .low = step.a, .high = step.b}; break;
    case Activation::kHardSwish: out = hard_swish(1, 0); break;
    default: return {};
  }
  *steps = steps->subspan(1);
  const bool scaled = !steps->empty() && steps->front().kind == EpilogueKind::kScaleShift;
  if (scaled && out.kind == RegisterActivation::kHardSwish && scales_gate(steps->front().a)) {
    out = hard_swish(steps->front().a, steps->front().b);
    *steps = steps->subspan(1);
  }
  return out;
}

}  // namespace conv_register_steps

ConvRegisterSteps split_epilogue(const Epilogue& epilogue) {
  ConvRegisterSteps split;
  split.rest = epilogue;
  split.bias = conv_register_steps::take_bias(&split.rest.steps);
  split.add = conv_register_steps::take_added(&split.rest.steps);
  split.activation = conv_register_steps::take_activation(&split.rest.steps);
  return split;
}

ConvRegisterSteps split_bias_and_activation(const Epilogue& epilogue) {
  ConvRegisterSteps split;
  split.rest = epilogue;
  split.bias = conv_register_steps::take_bias(&split.rest.steps);
  split.activation = conv_register_steps::take_activation(&split.rest.steps);
  return split;
}

}  // namespace gearbox::kernels
