#include "ops/run/body.h"

namespace gearbox::ops::partitioned_call {

Status reference(KernelContext& context) { return run_branch(context, "body", 0); }

void register_reference(KernelRegistry& registry) {
  registry.add_reference({.op = "PartitionedCall", .domain = "gearbox", .run = reference});
}

}  // namespace gearbox::ops::partitioned_call
