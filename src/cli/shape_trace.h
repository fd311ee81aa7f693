#pragma once

#include <memory>
#include <string>

#include "cli/symbolic_extents.h"
#include "runtime/context.h"
#include "runtime/plan.h"

namespace gearbox::cli {

/// Compares the extents each step gave with what its shape expressions say. The model must outlive it.
class ShapeTrace {
 public:
  explicit ShapeTrace(const Model& model);

  /// To be set on the context before the run; refers to this object.
  StepObserver observer();
  /// Tells the extents of the coming run.
  void begin(std::span<const Tensor> inputs);
  int mismatches() const { return mismatches_; }
  /// One row for each output of a step: operator, value, its symbolic type, its actual extents, and what was planned where that differs.
  std::string text() const;

 private:
  struct Row {
    std::string op, value, type, actual, planned;
  };
  const Model& model_;
  SymbolicExtents extents_;
  std::shared_ptr<const BoundPlan> plan_;
  std::vector<Row> rows_;
  int mismatches_ = 0;
};

}  // namespace gearbox::cli
