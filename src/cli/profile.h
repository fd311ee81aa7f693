#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runtime/context.h"

namespace gearbox::cli {

/// The estimated operations of a program's steps, as step_flops gives them.
struct ProgramFlops {
  PlacedProgram program;
  std::vector<int64_t> steps;
};

/// The steps of profiled runs: when each ran, on which extents, and what it costs. The model must outlive it.
class Profile {
 public:
  explicit Profile(const Model& model) : model_(model) {}

  /// To be set on the context before the runs (Context::observe); refers to this object.
  StepObserver observer();
  /// Starts the record of one run. `flops`: of the program that serves it.
  void begin_run(std::string shape, ProgramFlops flops);

  /// One row for each operator and kernel: calls and time a run, share of the whole, GFLOP/s where the cost is known.
  std::string operator_table() const;
  nlohmann::json operators() const;
  /// Chrome trace events (chrome://tracing, Perfetto): one for each step with its node, kernel and extents.
  nlohmann::json chrome_trace() const;

 private:
  struct Event {
    PlacedProgram program;
    int32_t step;
    int64_t begin_ns, end_ns, self_ns;
    size_t run;
    std::string inputs, outputs;
  };
  struct Run {
    std::string shape;
    ProgramFlops flops;
  };
  struct Row {
    std::string op, kernel;
    size_t calls = 0;
    int64_t self_ns = 0;
    int64_t costed_ns = 0, flops = 0;
  };
  const ProgramStep& step(const Event& event) const;
  /// Estimated operations, 0 where they are not known.
  int64_t flops(const Event& event) const;
  std::string kernel(const Event& event) const;
  std::vector<Row> rows() const;

  const Model& model_;
  std::vector<Event> events_;
  std::vector<Run> runs_;
  std::vector<size_t> open_;  ///< events no enclosing step has taken over yet
};

}  // namespace gearbox::cli
