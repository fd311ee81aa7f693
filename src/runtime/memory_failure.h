#pragma once

#include "base/status.h"
#include "package/program.h"
#include "runtime/plan.h"

namespace gearbox {

/// The status with a line for each of the largest tensors that the plan makes room for: their names, extents and bytes.
Status with_largest(Status status, const Program& program, const BoundPlan& plan);

}  // namespace gearbox
