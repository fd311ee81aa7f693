#pragma once

#include <map>
#include <memory>
#include <string>

#include "api/symbolic_extents.h"
#include "cli/extent_values.h"
#include "runtime/context.h"

namespace gearbox::cli {

/// Compares the extents each step gave with what its shape expressions say, and ends the run at the first step that gave others. The
/// model must outlive it.
class ShapeTrace {
 public:
  explicit ShapeTrace(const Model& model) : model_(model) {}

  /// To be set on the context before the run; refers to this object.
  StepObserver observer();
  /// Starts a run with these inputs; forgets the one before.
  void begin(std::span<const Tensor> inputs);
  /// A row for each output of a step: operator, value, its symbolic type, the extents that gives in this run, and the actual ones.
  std::string text() const;

 private:
  struct Row {
    std::string op, value, type, expected, actual;
    bool differs = false;
  };
  /// What is known of one program during the run.
  struct Part {
    Part(const Program& program, const std::vector<SymbolInfo>& symbols) : extents(program, symbols), values(program) {}
    SymbolicExtents extents;
    ExtentValues values;
    const ProgramStep* last = nullptr;
  };
  Part& part(const Program& program);
  void start(const Program& program, Part& part) const;
  bool is_whole(const Program& program) const;
  Status note(const Program& program, const ProgramStep& step, std::span<const Tensor> inputs, std::span<const Tensor> outputs);

  const Model& model_;
  std::map<const Program*, std::unique_ptr<Part>> parts_;
  std::vector<std::vector<int64_t>> inputs_;
  std::vector<Row> rows_;
};

}  // namespace gearbox::cli
