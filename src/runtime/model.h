#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/machine/machine_profile.h"
#include "base/status.h"
#include "base/thread_pool.h"
#include "ops/kernel_api.h"
#include "package/code_image.h"
#include "package/program.h"
#include "runtime/gears/dispatch.h"
#include "runtime/gears/gear_counters.h"
#include "runtime/gears/late_gears.h"
#include "runtime/gears/scope_choice.h"

namespace gearbox {

struct BoundPlan;

/// One step made ready to run: its kernel, the state the kernel built, the compiled loop.
struct ReadyStep {
  const Kernel* kernel = nullptr;
  std::unique_ptr<KernelState> state;
  const void* code = nullptr;
  std::unique_ptr<const ScopeStep> scope;  ///< of a step that chooses among gears of a part of the model
  std::vector<int32_t> release;            ///< pool values whose last use is this step
  std::vector<int32_t> settle;             ///< values whose extents become known by this step's shape code
  FixedRun run_fixed = nullptr;            ///< how the step runs in a program whose extents are all numbers; null: as in any other
  size_t operands = 0;                     ///< where its operands begin in FixedProgram::operands
};

/// What a program whose extents are all numbers need not find out in each run.
struct FixedProgram {
  std::vector<int32_t> steps;     ///< that do anything
  std::vector<int32_t> operands;  ///< values: inputs and outputs of the steps that have run_fixed, -1 where left out
  std::vector<int32_t> outer;     ///< those of them, as indices, whose addresses each call gives
};

struct ReadyProgram {
  std::vector<ReadyStep> steps;
  std::vector<int32_t> ready_at;          ///< per value: step whose shape code completes its extents, -1: the prologue; unranked: INT32_MAX
  std::vector<int32_t> root;              ///< per value: the value whose storage it uses, through all aliases
  std::vector<int64_t> offset;            ///< per value: bytes from where that one begins
  std::vector<int32_t> live_from;         ///< per root: the first step that writes it or an alias of it, -1: before all steps
  std::vector<int32_t> planned;           ///< values in the arena, roots before aliases
  std::vector<int32_t> outer;             ///< aliases of inputs, outputs and constants, whose addresses each call gives
  std::vector<int32_t> key_slots;         ///< distinct symbol slots set by the inputs, in order of first binding
  size_t constant_bytes = 0;              ///< see PrepareContext
  std::shared_ptr<const BoundPlan> plan;  ///< the only one there is, where no input has a symbol; null elsewhere
  std::optional<FixedProgram> fixed;      ///< where it is such a program
};

class Model;

struct ModelOptions {
  int threads = 1;                             ///< size of the team, the calling thread included
  std::shared_ptr<ThreadPool> team = nullptr;  ///< a team to share; null: the model starts its own
  MachineProfile machine = {};                 ///< what gears are compared by
  /// The model of which this is a gear: it shares that one's team and kernels, and is prepared by the calling thread alone, so that runs
  /// have the team for themselves meanwhile.
  const Model* gear_of = nullptr;
};

/// A program and the model that holds it: the model itself, or that of a gear made later, which lives as long as the model.
struct PlacedProgram {
  const Model* model = nullptr;
  int32_t index = 0;  ///< in its PackageContents::programs

  const Program& program() const;
  const ReadyProgram& ready() const;
  friend bool operator==(const PlacedProgram&, const PlacedProgram&) = default;
};

/// A compiled model ready to run: immutable after load, shared by any number of Contexts on any threads.
class Model {
 public:
  /// Takes over the contents, checks that they are consistent, selects kernels and builds their states. Errors: an unknown operator,
  /// an index out of range, code for instructions this machine lacks.
  static Result<std::shared_ptr<const Model>> load(PackageContents contents, const ModelOptions& options);

  const PackageContents& contents() const { return contents_; }
  /// The model's interface, and what runs calls that no gear serves.
  const Program& main() const { return contents_.programs[0]; }
  const ReadyProgram& ready(int32_t program) const { return ready_[static_cast<size_t>(program)]; }
  const GearSet& gears() const { return contents_.gears; }
  /// Chooses among the gears; null where there are none.
  const GearDispatch* dispatch() const { return dispatch_.get(); }
  /// The gears that are made while the model serves calls; null where all are in the package.
  LateGears* late_gears() const { return late_gears_.get(); }
  GearState gear_state(size_t gear) const { return is_late(gear) ? late_gears_->state(gear) : GearState::kMade; }
  /// Whether the gear is one of those.
  bool is_late(size_t gear) const { return contents_.gears.gears[gear].program < 0; }
  /// What would serve a call of that choice now: the dynamic program where its gear is not made yet. Asks for nothing.
  PlacedProgram serving(const GearChoice& choice) const;
  /// Where a program that a context of this model runs stands.
  PlacedProgram place_of(const Program& program) const;
  /// Counts of all calls through all contexts since the model was loaded.
  GearCounts gear_counts() const { return counters_->read(); }
  /// How often each branch of a part with gears of its own was taken, contents().scopes[scope]. A part in a loop counts each time.
  GearCounts scope_counts(size_t scope) const { return scope_counters_[scope]->read(); }
  /// For the executor.
  GearCounters& counters() const { return *counters_; }
  GearCounters& scope_counters(size_t scope) const { return *scope_counters_[scope]; }
  ThreadPool& threads() const { return *threads_; }
  const MachineProfile& machine() const { return machine_; }
  /// All kernels of the step's operator in the order of preference, and whether each serves this use.
  struct Candidate {
    const Kernel* kernel = nullptr;
    bool serves = false;
  };
  std::vector<Candidate> candidates(int32_t program, size_t step) const;

 private:
  Model() = default;
  /// Selects the kernels of one program and builds their states.
  Status prepare(size_t program);
  PackageContents contents_;
  std::shared_ptr<const KernelRegistry> kernels_;
  std::vector<ReadyProgram> ready_;
  std::optional<CodeImage> code_;
  std::span<const uint64_t> loops_;  ///< where each loop's code starts, in the variant for this CPU
  std::shared_ptr<ThreadPool> threads_;
  MachineProfile machine_;
  std::unique_ptr<const GearDispatch> dispatch_;
  std::unique_ptr<GearCounters> counters_;
  std::vector<std::unique_ptr<GearCounters>> scope_counters_;
  std::unique_ptr<LateGears> late_gears_;
};

}  // namespace gearbox
