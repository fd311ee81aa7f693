#include "ops/run/scatter.h"

namespace gearbox::ops::scatter_elements {

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ScatterElements", .run = scatter_along_axis}); }

}  // namespace gearbox::ops::scatter_elements
