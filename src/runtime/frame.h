#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "runtime/context.h"
#include "runtime/plan.h"
#include "runtime/pool.h"
#include "runtime/work_memory.h"

namespace gearbox {

/// What all frames of one context share.
struct CallState {
  const Model* model = nullptr;  ///< whose calls they are
  ContextOptions options;
  MemoryPool pool;
  WorkMemory memory;  ///< of all frames but those of bodies
  StepObserver observer;
  ScopeObserver scope_observer;
  std::vector<int64_t> scope_values;  ///< of the axes of the scope that chose last
};

/// The execution of one program (the model, a gear, or a body of control flow) inside a context: its tensors and memoised plans.
class Frame final : public KernelContext {
 public:
  enum class Part : bool { kModel, kBody };
  /// `memory` may be shared with frames that never run at the same time, and outlives this one, as does the program's model.
  Frame(CallState& call, const PlacedProgram& program, WorkMemory& memory, Part part);
  ~Frame() override;

  /// As Context::run.
  Result<std::span<const Tensor>> run(std::span<const Tensor> inputs, std::span<const OutputBuffer> outputs = {});
  /// Gives back what the last run took from the pool.
  void release();
  /// Touches the memory a call of moderate extents would need, of a small model one with a batch, and runs a small model once on zeros, so
  /// that the first call finds memory, code and weights in place.
  void warm();
  const BoundPlan* plan() const { return plan_.get(); }
  const PlanCache& plans() const { return plans_; }

  int inputs() const override { return static_cast<int>(step_->inputs.size()); }
  int outputs() const override { return static_cast<int>(step_->outputs.size()); }
  bool has_input(int index) const override { return index < inputs() && step_->inputs[static_cast<size_t>(index)] >= 0; }
  const Tensor& input(int index) const override { return tensors_[static_cast<size_t>(step_->inputs[static_cast<size_t>(index)])]; }
  bool wants_output(int index) const override { return index < outputs() && step_->outputs[static_cast<size_t>(index)] >= 0; }
  DType output_dtype(int index) const override;
  Result<Tensor> output(int index, std::span<const int64_t> dims) override;
  std::optional<std::vector<int64_t>> planned_dims(int index) const override;
  const Attributes& attributes() const override { return step_->attributes; }
  int version() const override { return step_->version; }
  std::string_view node_name() const override { return step_->node; }
  std::string_view input_name(int index) const override;
  const KernelState* state() const override { return ready_step_->state.get(); }
  ThreadPool& threads() override { return call_.model->threads(); }
  Result<void*> scratch(size_t bytes) override;
  Status branch_chosen(int32_t gear) override;
  Result<std::vector<Tensor>> run_body(std::string_view body, std::span<const Tensor> inputs) override;
  const void* code() const override { return ready_step_->code; }

 private:
  Status bind(std::span<const Tensor> inputs);
  bool known_before(int32_t step, int32_t slot) const;
  Status adopt(std::shared_ptr<const BoundPlan> plan);
  void place();
  /// Where a value lies by what it is an alias of.
  void* aliased(int32_t value) const {
    const auto v = static_cast<size_t>(value);
    return static_cast<std::byte*>(tensors_[static_cast<size_t>(ready_.root[v])].data) + ready_.offset[v];
  }
  Status reserve_small(const BoundPlan& plan);
  void rehearse();
  Status reserve(const BoundPlan& plan);
  Status reserve_outputs(const BoundPlan& plan);
  Status check_given() const;
  Status check_room(size_t output, size_t bytes) const;
  Result<void*> own_output_memory(size_t output, size_t bytes);
  Result<void*> output_memory(size_t output, size_t bytes);
  Status fill_given();
  Status run_step(size_t index);
  /// All steps of a program that has a FixedProgram.
  Status run_fixed(const FixedProgram& fixed);
  Status run_kernel();
  Status settle(size_t index);
  void set_late_extents(int32_t value, std::span<const int64_t> dims);
  Result<void*> late_memory(int32_t value, std::span<const int64_t> dims);
  /// The error of an output whose extents are not those of its type.
  Status wrong_extents(int32_t value, std::span<const int64_t> given, const std::string& expected) const;
  Status observe_step(int64_t begin_ns);

  CallState& call_;
  WorkMemory& memory_;
  const Model& model_;  ///< that the program stands in
  const Program& program_;
  const ReadyProgram& ready_;
  PlanCache plans_;
  std::shared_ptr<const BoundPlan> plan_;
  std::vector<int64_t> key_;
  std::vector<int64_t> slots_;                      ///< the plan's slots, then late ones
  std::vector<Tensor> tensors_;                     ///< by value
  std::vector<std::vector<int64_t>> late_extents_;  ///< by value, where not settled by the prologue
  std::vector<void*> pool_blocks_;                  ///< by value
  const std::byte* placed_at_ = nullptr;            ///< the arena that tensors_ point into
  std::vector<void*> operands_;                     ///< addresses of FixedProgram::operands
  int turn_ = 0;                                    ///< bodies alternate, so that results outlive the next run
  std::span<const OutputBuffer> given_;             ///< the caller's, during a run
  bool body_ = false;
  WorkMemory::Growth output_growth_;
  std::vector<Tensor> results_;
  std::vector<void*> unwanted_;
  /// Frames of the bodies of a step that have run.
  struct Bodies {
    std::map<std::string, std::unique_ptr<Frame>, std::less<>> frames;
    Frame* last = nullptr;
  };
  std::map<const ProgramStep*, Bodies> bodies_;
  const ProgramStep* step_ = nullptr;
  const ReadyStep* ready_step_ = nullptr;
};

}  // namespace gearbox
