#include "ops/run/planned_output.h"

namespace gearbox::ops::range_to {

namespace {

Status run(KernelContext& context) {
  GBX_ASSIGN_OR_RETURN(const Tensor y, planned_output(context));
  const auto step = static_cast<uint64_t>(context.attributes().integer("step", 1));
  auto next = static_cast<uint64_t>(context.attributes().integer("start", 0));
  uint64_t* out = y.as<uint64_t>();
  for (int64_t i = 0, count = y.elements(); i < count; ++i, next += step) out[i] = next;
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "RangeTo", .domain = "gearbox", .name = "plain", .run = run}); }

}  // namespace gearbox::ops::range_to
