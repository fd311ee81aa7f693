#include "ops/run/body.h"

namespace gearbox::ops::gear_case {

Status reference(KernelContext& context) {
  std::vector<Tensor> inputs;
  for (int i = 1; i < context.inputs(); ++i) inputs.push_back(context.input(i));
  const int32_t row = *context.input(0).as<int32_t>();
  const bool gear = row < context.attributes().integer("gears", 0);
  const auto results = context.run_body(gear ? "gear_" + std::to_string(row) : "fallback", inputs);
  if (!results.ok()) return results.status();
  if (static_cast<int>(results->size()) != context.outputs()) return context.error("its branch returns a wrong number of outputs");
  for (int i = 0; i < context.outputs(); ++i) GBX_RETURN_IF_ERROR(write_output(context, i, (*results)[static_cast<size_t>(i)]));
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Case", .domain = "gearbox", .run = reference}); }

}  // namespace gearbox::ops::gear_case
