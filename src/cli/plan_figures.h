#pragma once

#include <memory>
#include <span>

#include "runtime/model.h"
#include "runtime/plan.h"

namespace gearbox::cli {

/// A program and its plan.
struct CallPlan {
  PlacedProgram place;
  std::shared_ptr<const BoundPlan> plan;
};

/// The program that would serve inputs of these extents now (a gear, or the dynamic one) and its plan, without running it. Errors as those
/// of a run.
Result<CallPlan> plan_for(const Model& model, std::span<const Tensor> inputs);

/// The plan of a program that takes a model's inputs for inputs of these extents, whichever program would serve them. Their bytes are
/// not looked at. Errors as those of a run.
Result<std::shared_ptr<const BoundPlan>> plan_of(const PlacedProgram& place, std::span<const Tensor> inputs);

}  // namespace gearbox::cli
