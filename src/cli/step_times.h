#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "runtime/context.h"

namespace gearbox::cli {

/// One step of a run as it was seen.
struct SeenStep {
  PlacedProgram place;
  std::vector<int64_t> output_dims;  ///< of output 0
  double constant_bytes = 0;         ///< of the package's weights that it reads, of tables no more than the output takes
  double other_bytes = 0;            ///< of its other inputs and its outputs
  std::string algorithm;             ///< see KernelState::algorithm
  int64_t best_ns = INT64_MAX;       ///< the shortest time in a run, without that of the steps inside it
};

/// A program and the index of one of its steps.
using StepKey = std::pair<const Program*, int32_t>;

/// Times the steps of repeated runs of one shape. The model must outlive it.
class StepTimes {
 public:
  explicit StepTimes(const Model& model) : model_(model) {}

  /// To be set on the context (Context::observe); refers to this object.
  StepObserver observer();
  /// Closes a run.
  void end_run();

  /// Program and step, in that order.
  const std::map<StepKey, SeenStep>& steps() const { return steps_; }

 private:
  struct Event {
    StepKey at;
    int64_t begin_ns, self_ns, whole_ns;
  };
  void note(SeenStep& seen, const Program& program, const ProgramStep& step, std::span<const Tensor> inputs,
            std::span<const Tensor> outputs) const;

  const Model& model_;
  std::map<StepKey, SeenStep> steps_;
  std::vector<Event> events_;
  std::vector<size_t> open_;  ///< events no enclosing step has taken over yet
};

}  // namespace gearbox::cli
