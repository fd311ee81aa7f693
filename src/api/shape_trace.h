#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/extent_values.h"
#include "api/symbolic_extents.h"
#include "runtime/context.h"

namespace gearbox {

/// Compares the extents each step gave with what its shape expressions say, and ends the run at the first step that gave others. The
/// model must outlive it.
class ShapeTrace {
 public:
  /// One output of a step.
  struct Row {
    std::string op, value;
    std::string type;                              ///< symbolic
    bool ranked = true;                            ///< false: nothing is expected
    std::vector<std::optional<int64_t>> expected;  ///< what the type says in this run, absent where that is not known
    std::vector<int64_t> actual;
    bool differs = false;
  };
  /// `seen`, where given, is called with each row as it comes.
  explicit ShapeTrace(const Model& model, std::function<void(const Row&)> seen = nullptr) : model_(model), seen_(std::move(seen)) {}

  /// To be set on the context before the run; refers to this object.
  StepObserver observer();
  /// Starts a run with these inputs; forgets the one before.
  void begin(std::span<const Tensor> inputs);
  /// The rows of the run so far.
  const std::vector<Row>& rows() const { return rows_; }

 private:
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
  std::function<void(const Row&)> seen_;
  std::map<const Program*, std::unique_ptr<Part>> parts_;
  std::vector<std::vector<int64_t>> inputs_;
  std::vector<Row> rows_;
};

}  // namespace gearbox
