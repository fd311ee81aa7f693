#include "ops/run/body.h"

namespace gearbox::ops::gear_case {

Status reference(KernelContext& context) {
  if (context.input(0).elements() != 1) return context.error("takes the number of one branch");
  const int32_t row = *context.input(0).as<int32_t>();
  const bool gear = row >= 0 && row < context.attributes().integer("gears", 0);
  GBX_RETURN_IF_ERROR(context.branch_chosen(gear ? row : -1));
  return run_branch(context, gear ? "gear_" + std::to_string(row) : "fallback", 1);
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Case", .domain = "gearbox", .run = reference}); }

}  // namespace gearbox::ops::gear_case
