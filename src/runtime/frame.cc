#include "runtime/frame.h"

#include <algorithm>
#include <cstring>

#include "base/clock.h"
#include "base/dims_text.h"
#include "runtime/call_binding.h"
#include "runtime/gears/gear_text.h"

namespace gearbox {

namespace {

constexpr DType kUnwantedType = DType::kF64;  // the widest element a kernel may write to an output nobody wants

/// Where a tensor given from outside lies; without elements it may have come without an address.
void* address(const void* data) {
  alignas(64) static constexpr std::byte kNothing[64] = {};
  return const_cast<void*>(data != nullptr ? data : kNothing);
}

}  // namespace

Frame::Frame(CallState& call, const PlacedProgram& program, WorkMemory& memory, Part part)
    : call_(call),
      memory_(memory),
      model_(*program.model),
      program_(program.program()),
      ready_(program.ready()),
      plans_(call.options.plan_cache),
      body_(part == Part::kBody) {
  tensors_.resize(program_.values.size());
  late_extents_.resize(program_.values.size());
  pool_blocks_.assign(program_.values.size(), nullptr);
  results_.resize(program_.outputs.size());
  key_.resize(ready_.key_slots.size());
  for (size_t v = 0; v < tensors_.size(); ++v) {
    const ProgramValue& value = program_.values[v];
    tensors_[v].dtype = value.dtype;
    if (value.storage != Storage::kConstant) continue;
    tensors_[v].dims = value.constant.dims();
    tensors_[v].data = address(value.constant.data());
  }
}

Frame::~Frame() { release(); }

void Frame::release() {
  for (void*& block : pool_blocks_) {
    call_.pool.give(block);
    block = nullptr;
  }
  for (void* block : unwanted_) call_.pool.give(block);
  unwanted_.clear();
}

Status Frame::bind(std::span<const Tensor> inputs) {
  GBX_RETURN_IF_ERROR(read_key(program_, ready_, inputs, key_));
  if (!plan_ || plan_->key != key_) {
    std::shared_ptr<const BoundPlan> plan = ready_.plan;
    if (!plan) {
      GBX_ASSIGN_OR_RETURN(plan, plans_.find(program_, ready_, key_));
    }
    GBX_RETURN_IF_ERROR(adopt(std::move(plan)));
  } else if (placed_at_ != memory_.arena()) {
    place();
  }
  GBX_RETURN_IF_ERROR(match_extents(program_, plan_->slots, inputs));
  if (!body_) GBX_RETURN_IF_ERROR(check_memory(program_, inputs));
  for (size_t i = 0; i < inputs.size(); ++i) {
    Tensor& tensor = tensors_[static_cast<size_t>(program_.inputs[i])];
    tensor.data = address(inputs[i].data);
    tensor.dims = inputs[i].dims;
  }
  return {};
}

Status Frame::adopt(std::shared_ptr<const BoundPlan> plan) {
  GBX_RETURN_IF_ERROR(reserve(*plan));
  plan_ = std::move(plan);
  slots_ = plan_->slots;
  for (size_t v = 0; v < tensors_.size(); ++v) {
    const ProgramValue& value = program_.values[v];
    if (plan_->extents_at[v] < 0 || value.storage == Storage::kConstant) continue;
    tensors_[v].dims = {plan_->extents.data() + plan_->extents_at[v], value.dims.size()};
  }
  place();
  return {};
}

/// Points the tensors of the arena to where the plan has them.
void Frame::place() {
  placed_at_ = memory_.arena();
  for (const int32_t v : ready_.planned) {
    const auto root = static_cast<size_t>(ready_.root[static_cast<size_t>(v)]);
    if (plan_->extents_at[root] < 0) continue;
    tensors_[static_cast<size_t>(v)].data = memory_.arena() + plan_->offsets[root] + ready_.offset[static_cast<size_t>(v)];
  }
  if (!ready_.fixed) return;
  operands_.clear();
  for (const int32_t v : ready_.fixed->operands) operands_.push_back(v < 0 ? nullptr : tensors_[static_cast<size_t>(v)].data);
}

Result<std::span<const Tensor>> Frame::run(std::span<const Tensor> inputs, std::span<const OutputBuffer> outputs) {
  release();
  GBX_RETURN_IF_ERROR(bind(inputs));
  turn_ = body_ ? 1 - turn_ : 0;
  given_ = outputs;
  GBX_RETURN_IF_ERROR(check_given());
  GBX_RETURN_IF_ERROR(reserve_outputs(*plan_));
  if (call_.options.poison) std::memset(memory_.arena(), 0xFF, plan_->arena_bytes);
  for (const int32_t v : ready_.outer) tensors_[static_cast<size_t>(v)].data = aliased(v);
  if (ready_.fixed) {
    GBX_RETURN_IF_ERROR(run_fixed(*ready_.fixed));
  } else {
    for (size_t i = 0; i < program_.steps.size(); ++i) GBX_RETURN_IF_ERROR(run_step(i));
  }
  memory_.touch_ahead();
  for (size_t i = 0; i < results_.size(); ++i) results_[i] = tensors_[static_cast<size_t>(program_.outputs[i])];
  GBX_RETURN_IF_ERROR(fill_given());
  return std::span<const Tensor>(results_);
}

Status Frame::run_step(size_t index) {
  step_ = &program_.steps[index];
  ready_step_ = &ready_.steps[index];
  if (step_->alias_only) {
    for (int32_t out : step_->outputs) {
      if (out >= 0) tensors_[static_cast<size_t>(out)].data = aliased(out);
    }
  } else {
    GBX_RETURN_IF_ERROR(run_kernel());
  }
  if (!step_->late.empty() || step_->code_begin != step_->code_end || !ready_step_->settle.empty()) GBX_RETURN_IF_ERROR(settle(index));
  for (int32_t value : ready_step_->release) {
    call_.pool.give(pool_blocks_[static_cast<size_t>(value)]);
    pool_blocks_[static_cast<size_t>(value)] = nullptr;
  }
  return {};
}

Status Frame::run_fixed(const FixedProgram& fixed) {
  for (const int32_t i : fixed.outer) {
    operands_[static_cast<size_t>(i)] = tensors_[static_cast<size_t>(fixed.operands[static_cast<size_t>(i)])].data;
  }
  for (const int32_t index : fixed.steps) {
    step_ = &program_.steps[static_cast<size_t>(index)];
    ready_step_ = &ready_.steps[static_cast<size_t>(index)];
    GBX_RETURN_IF_ERROR(run_kernel());
  }
  return {};
}

/// Runs the step's kernel, in the way that suits, and shows it to the observer.
Status Frame::run_kernel() {
  const int64_t begin = call_.observer ? now_ns() : 0;
  if (ready_step_->run_fixed) {
    GBX_RETURN_IF_ERROR(ready_step_->run_fixed(*ready_step_->state, operands_.data() + ready_step_->operands, *this));
  } else {
    GBX_RETURN_IF_ERROR(ready_step_->kernel->run(*this));
  }
  if (call_.observer) GBX_RETURN_IF_ERROR(observe_step(begin));
  for (void* block : unwanted_) call_.pool.give(block);
  unwanted_.clear();
  return {};
}

DType Frame::output_dtype(int index) const {
  return wants_output(index) ? program_.values[static_cast<size_t>(step_->outputs[static_cast<size_t>(index)])].dtype : DType::kUndefined;
}

std::string_view Frame::input_name(int index) const {
  return has_input(index) ? std::string_view(program_.values[static_cast<size_t>(step_->inputs[static_cast<size_t>(index)])].name)
                          : std::string_view();
}

Result<Tensor> Frame::output(int index, std::span<const int64_t> dims) {
  if (!wants_output(index)) {
    const int64_t elements = element_count(dims);
    if (elements < 0)
      return resource_exhausted("node '" + step_->node + "': an output nobody wants would have the extents " + dims_text(dims));
    GBX_ASSIGN_OR_RETURN(void* block, call_.pool.take(static_cast<size_t>(elements) * dtype_size(kUnwantedType)));
    unwanted_.push_back(block);
    return Tensor{kUnwantedType, dims, block};
  }
  const int32_t v = step_->outputs[static_cast<size_t>(index)];
  Tensor& tensor = tensors_[static_cast<size_t>(v)];
  const int32_t ready_at = ready_.ready_at[static_cast<size_t>(v)];
  const auto here = static_cast<int32_t>(step_ - program_.steps.data());
  if (ready_at < here) {
    if (!std::ranges::equal(dims, tensor.dims)) return wrong_extents(v, dims, dims_text(tensor.dims));
    if (ready_at < 0 && program_.values[static_cast<size_t>(ready_.root[static_cast<size_t>(v)])].storage != Storage::kPool) return tensor;
  } else {
    set_late_extents(v, dims);
  }
  const int32_t root = ready_.root[static_cast<size_t>(v)];
  if (root == v) {
    GBX_ASSIGN_OR_RETURN(tensor.data, late_memory(v, tensor.dims));
  } else {
    tensor.data = aliased(v);
  }
  return tensor;
}

Result<void*> Frame::scratch(size_t bytes) {
  if (bytes == 0) return address(nullptr);
  GBX_ASSIGN_OR_RETURN(void* memory, call_.memory.reserve_scratch(bytes));
  if (call_.options.poison) std::memset(memory, 0xFF, bytes);
  return memory;
}

Status Frame::branch_chosen(int32_t gear) {
  const ScopeStep* step = ready_step_->scope.get();
  if (!step) return {};
  const GearScope& scope = model_.contents().scopes[step->scope];  // in every gear the same ones
  const GearSet& gears = scope.set;
  std::vector<int64_t>& values = call_.scope_values;
  values.resize(step->columns.size());
  const auto dims_of = [&](size_t input) {
    return has_input(static_cast<int>(input) + 1) ? this->input(static_cast<int>(input) + 1).dims : std::span<const int64_t>();
  };
  if (!step->columns.read(dims_of, values)) std::ranges::fill(values, -1);
  ScopeChoice out{step->scope, {gears.fallback ? GearChoice::Way::kFallback : GearChoice::Way::kRefused, -1, 0}, values};
  if (gear >= 0) {
    const bool exact = std::ranges::equal(gears.table.rows[static_cast<size_t>(gear)], values);
    out.choice = {exact ? GearChoice::Way::kExact : GearChoice::Way::kBounded, gear, 0};
  }
  call_.model->scope_counters(step->scope).add(out.choice);
  if (call_.scope_observer) GBX_RETURN_IF_ERROR(call_.scope_observer(out));
  if (out.choice.way != GearChoice::Way::kRefused) return {};
  return no_gear(gears.table, values).at("scope '" + scope.name + "'");
}

Result<std::vector<Tensor>> Frame::run_body(std::string_view body, std::span<const Tensor> inputs) {
  const ProgramStep* step = step_;
  const ReadyStep* ready_step = ready_step_;
  Bodies& bodies = bodies_[step];
  auto it = bodies.frames.find(body);
  if (it == bodies.frames.end()) {
    const auto found = std::find_if(step->bodies.begin(), step->bodies.end(), [&](const auto& b) { return b.first == body; });
    if (found == step->bodies.end()) return error("has no body '" + std::string(body) + "'");
    // Only one of them runs at a time, and what it gives is taken before the next runs: one memory serves all.
    WorkMemory& memory = memory_.body(step->node, step->bodies.front().first);
    it =
        bodies.frames.emplace(std::string(body), std::make_unique<Frame>(call_, PlacedProgram{&model_, found->second}, memory, Part::kBody))
            .first;
  }
  if (bodies.last && bodies.last != it->second.get()) bodies.last->release();
  bodies.last = it->second.get();
  auto results = it->second->run(inputs);
  step_ = step;
  ready_step_ = ready_step;
  if (!results.ok()) return results.status();
  return std::vector<Tensor>(results->begin(), results->end());
}

Status Frame::observe_step(int64_t begin_ns) {
  const int64_t end_ns = now_ns();
  std::vector<Tensor> in, out;
  for (int32_t v : step_->inputs) in.push_back(v < 0 ? Tensor() : tensors_[static_cast<size_t>(v)]);
  for (int32_t v : step_->outputs) out.push_back(v < 0 ? Tensor() : tensors_[static_cast<size_t>(v)]);
  return call_.observer(program_, *step_, in, out, begin_ns, end_ns);
}

}  // namespace gearbox
