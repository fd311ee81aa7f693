#include "ops/epilogue.h"

namespace gearbox::ops {

void append_epilogue(Attributes& attributes, const EpilogueOperand& step, int input) {
  Ints kinds = attributes.integers("epilogue_kinds"), activations = attributes.integers("epilogue_activations"),
       inputs = attributes.integers("epilogue_inputs");
  Floats a = attributes.reals("epilogue_a"), b = attributes.reals("epilogue_b");
  constexpr auto kScaleShift = kernels::EpilogueKind::kScaleShift;
  if (step.kind == kScaleShift && !kinds.empty() && kinds.back() == static_cast<int64_t>(kScaleShift)) {
    a.back() *= step.a;
    b.back() = b.back() * step.a + step.b;
    attributes.set("epilogue_a", std::move(a));
    attributes.set("epilogue_b", std::move(b));
    return;
  }
  kinds.push_back(static_cast<int64_t>(step.kind));
  activations.push_back(static_cast<int64_t>(step.activation));
  inputs.push_back(input);
  a.push_back(step.a);
  b.push_back(step.b);
  attributes.set("epilogue_kinds", std::move(kinds));
  attributes.set("epilogue_activations", std::move(activations));
  attributes.set("epilogue_inputs", std::move(inputs));
  attributes.set("epilogue_a", std::move(a));
  attributes.set("epilogue_b", std::move(b));
}

OpDef&& with_epilogue(OpDef&& definition) {
  return std::move(definition)
      .attribute("epilogue_kinds")
      .attribute("epilogue_activations")
      .attribute("epilogue_inputs")
      .attribute("epilogue_a")
      .attribute("epilogue_b");
}

Literal channel_vector(std::span<const float> values) {
  constexpr size_t kWhole = 16;
  Literal out = Literal::allocate(DType::kF32, {static_cast<int64_t>((values.size() + kWhole - 1) / kWhole * kWhole)});
  std::copy(values.begin(), values.end(), static_cast<float*>(out.mutable_data()));
  return out;
}

}  // namespace gearbox::ops
