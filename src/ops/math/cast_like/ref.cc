#include "ops/run/cast.h"

namespace gearbox::ops::cast_like {

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "CastLike", .run = run_cast}); }

}  // namespace gearbox::ops::cast_like
