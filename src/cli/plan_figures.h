#pragma once

#include <memory>
#include <span>

#include "runtime/model.h"
#include "runtime/plan.h"

namespace gearbox::cli {

/// The plan of the model's main program for inputs of these extents, without running it. Errors as those of a run.
Result<std::shared_ptr<const BoundPlan>> plan_for(const Model& model, std::span<const Tensor> inputs);

}  // namespace gearbox::cli
