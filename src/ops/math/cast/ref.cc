#include "ops/run/cast.h"

namespace gearbox::ops::cast {

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Cast", .run = run_cast}); }

}  // namespace gearbox::ops::cast
