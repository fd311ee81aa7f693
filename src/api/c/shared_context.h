#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "api/c/call_tensors.h"
#include "api/shape_trace.h"
#include "api/task_queue.h"
#include "gearbox/context.h"
#include "runtime/context.h"

namespace gearbox::c {

/// A Context that any thread may use: runs come after each other, and results know when another run has replaced them. Thread-safe.
class SharedContext : public std::enable_shared_from_this<SharedContext> {
 public:
  SharedContext(std::shared_ptr<const DescribedModel> model, const ContextOptions& options)
      : model_(std::move(model)), context_(model_->model(), options) {}

  Status run(const std::shared_ptr<CallTensors>& tensors);
  Status run_async(std::shared_ptr<CallTensors> tensors, gbx_done done, void* user);
  /// Until no started run is left; returns at once on the thread of such a run.
  void wait() { queue_.wait(); }
  Context::Memory memory();
  /// Hands each step's outputs to the function from now on; null ends it.
  void trace(gbx_trace trace, void* user);

 private:
  Status check_model(const CallTensors& tensors) const;
  Status run_taken(const std::shared_ptr<CallTensors>& tensors);

  std::shared_ptr<const DescribedModel> model_;
  std::mutex mutex_;
  Context context_;
  std::unique_ptr<ShapeTrace> trace_;
  const std::shared_ptr<std::atomic<uint64_t>> runs_ = std::make_shared<std::atomic<uint64_t>>(0);  ///< begun so far
  TaskQueue queue_{1};
};

}  // namespace gearbox::c
