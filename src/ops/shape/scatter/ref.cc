#include "ops/run/scatter.h"

namespace gearbox::ops::scatter {

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Scatter", .run = scatter_along_axis}); }

}  // namespace gearbox::ops::scatter
