#include "runtime/context.h"

#include "runtime/frame.h"

namespace gearbox {

/// A frame for each program that has run, with the state and memory they share.
struct Context::Call {
  /// A gear that was made later, which lives on with the context.
  struct LateFrame {
    std::shared_ptr<const Model> model;
    std::unique_ptr<Frame> frame;
  };
  CallState state;
  std::map<int32_t, std::unique_ptr<Frame>> frames;  ///< by program
  std::map<int32_t, LateFrame> late_frames;          ///< by gear
  Frame* last = nullptr;
  std::span<const Tensor> results;  ///< of the last run; none where it failed
  GearDispatch::Memo memo;
  GearChoice choice;

  Call(const Model& model, const ContextOptions& options)
      : state{&model, options, MemoryPool(options.memory_limit, options.poison), {}, {}, {}, {}} {
    frame(0).warm();
  }
  Frame& frame(int32_t program) {
    std::unique_ptr<Frame>& found = frames[program];
    if (!found) found = std::make_unique<Frame>(state, PlacedProgram{state.model, program}, state.memory, Frame::Part::kModel);
    return enter(*found);
  }
  /// Null where the gear is not made yet, which asks for it.
  Frame* late_frame(int32_t gear) {
    const auto known = late_frames.find(gear);
    if (known != late_frames.end()) return &enter(*known->second.frame);
    const auto row = static_cast<size_t>(gear);
    std::shared_ptr<const Model> model = state.model->late_gears()->find(row);
    if (!model) {
      state.model->late_gears()->ask(row);
      return nullptr;
    }
    auto made = std::make_unique<Frame>(state, PlacedProgram{model.get(), 0}, state.memory, Frame::Part::kModel);
    return &enter(*late_frames.emplace(gear, LateFrame{std::move(model), std::move(made)}).first->second.frame);
  }
  Frame& enter(Frame& next) {
    if (last && last != &next) last->release();
    last = &next;
    return next;
  }
};

Context::Context(std::shared_ptr<const Model> model, const ContextOptions& options)
    : model_(std::move(model)), call_(std::make_unique<Call>(*model_, options)) {}
Context::~Context() = default;

Result<std::span<const Tensor>> Context::run(std::span<const Tensor> inputs, std::span<const OutputBuffer> outputs) {
  call_->results = {};
  const GearDispatch* dispatch = model_->dispatch();
  if (dispatch) call_->choice = call_->state.options.gears ? dispatch->choose(inputs, call_->memo) : dispatch->none();
  const GearChoice& choice = call_->choice;
  if (choice.way == GearChoice::Way::kRefused) {
    GBX_RETURN_IF_ERROR(dispatch->check(inputs));  // what is wrong in itself counts nowhere
    model_->counters().add(choice);
    if (!call_->state.options.gears) return invalid_argument("the package has gears alone, and this context was made to run without them");
    return dispatch->refusal(inputs);
  }
  Frame* frame = choice.program >= 0 ? &call_->frame(choice.program) : call_->late_frame(choice.gear);
  if (!frame) {
    call_->choice = dispatch->none();
    frame = &call_->frame(0);
  }
  auto results = frame->run(inputs, outputs);
  if (!results.ok() && choice.gear >= 0 && call_->state.options.retry_dynamic && model_->gears().fallback) {
    call_->choice = {GearChoice::Way::kFallback, -1, 0};
    results = call_->frame(0).run(inputs, outputs);
    if (results.ok()) model_->counters().add_retry();
  }
  if (!results.ok()) return results;
  call_->results = results.value();
  model_->counters().add(choice);
  return results;
}

const GearChoice& Context::last_choice() const { return call_->choice; }

void Context::observe(StepObserver observer) { call_->state.observer = std::move(observer); }

void Context::observe_scopes(ScopeObserver observer) { call_->state.scope_observer = std::move(observer); }

Context::Memory Context::memory() const {
  Memory out;
  if (const BoundPlan* plan = call_->last->plan()) {
    out.arena_bytes = plan->arena_bytes;
    out.lower_bound = plan->lower_bound;
  }
  for (const Tensor& result : call_->results) out.output_bytes += static_cast<size_t>(result.elements()) * dtype_size(result.dtype);
  out.pool_bytes = call_->state.pool.held_bytes();
  out.scratch_bytes = call_->state.memory.scratch_bytes();
  out.held_bytes = call_->state.memory.held_bytes() + out.pool_bytes + out.scratch_bytes;
  const auto add_plans = [&](const Frame& frame) {
    out.plans += frame.plans().size();
    out.plan_hits += frame.plans().hits();
    out.plan_misses += frame.plans().misses();
  };
  for (const auto& [program, frame] : call_->frames) add_plans(*frame);
  for (const auto& [gear, late] : call_->late_frames) add_plans(*late.frame);
  return out;
}

}  // namespace gearbox
