#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "ops/kernel_api.h"
#include "runtime/model.h"

namespace gearbox {

struct ContextOptions {
  size_t memory_limit = SIZE_MAX;  ///< most bytes of arena, outputs and pool together; a call that needs more fails before it runs
  size_t plan_cache = 256;         ///< plans remembered per program
  /// When a call needed more memory than all before, room for this many times as much is touched in the background once it is done, so
  /// that a larger shape to come finds its pages: at most 64 MiB of working memory and 8 MiB of outputs more, never beyond memory_limit.
  /// 1 touches nothing ahead. Below 2 MiB there is nothing to touch: a small model begins with that much, if its extents may vary.
  double touch_ahead = 1.5;
  /// A call that fails on a gear runs again on the dynamic program, where there is one, and counts as served by that.
  bool retry_dynamic = false;
  /// Before each run all working memory, and each block handed out in it, is filled with bytes 0xFF, in floats NaN: what a run would read
  /// without having written it shows in its results. For tests and debugging.
  bool poison = false;
  /// Whether gears serve calls. Without them the dynamic program serves all; where the package has none, calls are refused.
  bool gears = true;
};

/// Memory of the caller for one output: `capacity` bytes, aligned to the element; null: the context's own.
struct OutputBuffer {
  void* data = nullptr;
  size_t capacity = 0;
};

/// Called after each step when set: the step, its begin and end in nanoseconds of base/clock.h. An error ends the run.
using StepObserver = std::function<Status(const Program&, const ProgramStep&, std::span<const Tensor> inputs,
                                          std::span<const Tensor> outputs, int64_t begin_ns, int64_t end_ns)>;

/// The memory and bindings of one caller of a Model. One thread at a time; use one context per concurrent call.
class Context {
 public:
  Context(std::shared_ptr<const Model> model, const ContextOptions& options);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Runs the model: the gear for these inputs where there is one, else the dynamic program, also while the gear is still to be made.
  /// `inputs` are dense tensors in the model's input order. The results are dense tensors in output order, in memory of the context, valid
  /// until its next run. Allocates nothing when the shapes were seen before. Errors name the tensor, axis, expected and given value; the
  /// context stays usable. `outputs` has a buffer for each output or is empty; results with a buffer are left there, and nothing behind
  /// their end is touched. Buffers overlap neither inputs nor each other. One too small is refused before anything runs where the inputs
  /// decide its extents, else mid-run; after an error in a step the contents of buffers are unspecified.
  Result<std::span<const Tensor>> run(std::span<const Tensor> inputs, std::span<const OutputBuffer> outputs = {});

  const Model& model() const { return *model_; }
  /// What served the last run, or would have served it had it not failed; plain before the first.
  const GearChoice& last_choice() const;
  void observe(StepObserver observer);
  /// The same for what serves parts of the model that have gears of their own, in the order of execution.
  void observe_scopes(ScopeObserver observer);
  struct Memory {
    size_t arena_bytes = 0, lower_bound = 0, output_bytes = 0, pool_bytes = 0, scratch_bytes = 0;
    size_t held_bytes = 0;  ///< arenas, outputs, pool and scratch memory the context holds, whether in use or not
    size_t plans = 0;
    uint64_t plan_hits = 0, plan_misses = 0;
  };
  /// Figures of the last run's program and its binding, and of what the context holds.
  Memory memory() const;

 private:
  std::shared_ptr<const Model> model_;
  struct Call;
  std::unique_ptr<Call> call_;
};

}  // namespace gearbox
