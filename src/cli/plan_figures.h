#pragma once

#include <memory>
#include <span>
#include <vector>

#include "runtime/model.h"
#include "runtime/plan.h"

namespace gearbox::cli {

/// The plan of the model's main program for inputs of these extents, without running it. Errors as those of a run.
Result<std::shared_ptr<const BoundPlan>> plan_for(const Model& model, std::span<const Tensor> inputs);

/// Estimated floating-point operations of each step, -1 where the inputs' extents do not decide them.
std::vector<int64_t> step_flops(const Program& program, const BoundPlan& plan);

}  // namespace gearbox::cli
