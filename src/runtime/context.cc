#include "runtime/context.h"

#include "runtime/frame.h"

namespace gearbox {

/// The frame of the main program with the state all frames of the context share.
struct Context::Call {
  CallState state;
  Frame frame;
  Call(const Model& model, const ContextOptions& options)
      : state{&model, options, MemoryPool(options.memory_limit), {}, {}}, frame(state, 0) {
    frame.warm();
  }
};

Context::Context(std::shared_ptr<const Model> model, const ContextOptions& options)
    : model_(std::move(model)), call_(std::make_unique<Call>(*model_, options)) {}
Context::~Context() = default;

Result<std::span<const Tensor>> Context::run(std::span<const Tensor> inputs) { return call_->frame.run(inputs); }

void Context::observe(StepObserver observer) { call_->state.observer = std::move(observer); }

Context::Memory Context::memory() const {
  Memory out;
  if (const BoundPlan* plan = call_->frame.plan()) {
    out.arena_bytes = plan->arena_bytes;
    out.lower_bound = plan->lower_bound;
    out.output_bytes = plan->output_bytes;
  }
  out.pool_bytes = call_->state.pool.held_bytes();
  out.scratch_bytes = call_->state.scratch.capacity();
  out.plans = call_->frame.plans().size();
  out.plan_hits = call_->frame.plans().hits();
  out.plan_misses = call_->frame.plans().misses();
  return out;
}

}  // namespace gearbox
