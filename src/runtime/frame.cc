#include "runtime/frame.h"

#include <algorithm>
#include <cstring>

#include "base/clock.h"
#include "base/dims_text.h"
#include "runtime/call_binding.h"
#include "runtime/check_failure.h"
#include "runtime/gears/gear_text.h"
#include "runtime/memory_failure.h"

namespace gearbox {

namespace {

/// Most room ahead of what calls need: of the arena, of all outputs together.
constexpr size_t kMostArenaAhead = size_t{64} << 20, kMostOutputsAhead = size_t{8} << 20;

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

/// Room for the plan's arena. Sets how far ahead of it and of its outputs memory may reach.
Status Frame::reserve(const BoundPlan& plan) {
  constexpr size_t kWorthTouching = size_t{2} << 20;
  const size_t limit = call_.options.memory_limit;
  size_t needed = 0;
  if (__builtin_add_overflow(plan.arena_bytes, plan.output_bytes, &needed) || needed > limit) {
    return with_largest(resource_exhausted("this call needs " + std::to_string(plan.arena_bytes) + " bytes of working memory and " +
                                           std::to_string(plan.output_bytes) + " of outputs, the limit is " + std::to_string(limit)),
                        program_, plan);
  }
  const bool ahead = !body_ && needed >= kWorthTouching;
  const size_t spare = ahead ? (limit - needed) / 2 : 0;
  output_growth_ = {call_.options.touch_ahead, std::min(spare, kMostOutputsAhead) / std::max<size_t>(1, results_.size())};
  Status reserved = memory_.reserve_arena(plan.arena_bytes, {call_.options.touch_ahead, std::min(spare, kMostArenaAhead)});
  return reserved.ok() ? Status() : with_largest(std::move(reserved), program_, plan);
}

/// Room for the outputs whose extents the plan knows.
Status Frame::reserve_outputs(const BoundPlan& plan) {
  for (size_t i = 0; i < results_.size(); ++i) {
    const auto root = static_cast<size_t>(ready_.root[static_cast<size_t>(program_.outputs[i])]);
    if (program_.values[root].storage != Storage::kOutput || plan.extents_at[root] < 0) continue;
    GBX_ASSIGN_OR_RETURN(tensors_[root].data, output_memory(i, plan.bytes[root]));
  }
  return {};
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

/// Refuses buffers that are too small for what the plan knows.
Status Frame::check_given() const {
  for (size_t i = 0; i < given_.size(); ++i) {
    const auto v = static_cast<size_t>(program_.outputs[i]);
    if (plan_->extents_at[v] >= 0) GBX_RETURN_IF_ERROR(check_room(i, buffer_bytes(program_.values[v], tensors_[v].dims)));
  }
  return {};
}

Status Frame::check_room(size_t output, size_t bytes) const {
  if (given_.empty() || !given_[output].data || bytes <= given_[output].capacity) return {};
  return invalid_argument("output '" + program_.output_names[output] + "' needs " + std::to_string(bytes) + " bytes, its buffer has " +
                          std::to_string(given_[output].capacity));
}

Result<void*> Frame::own_output_memory(size_t output, size_t bytes) {
  const Result<void*> reserved = memory_.reserve_output(output, turn_, bytes, output_growth_);
  if (!reserved.ok()) return resource_exhausted("output '" + program_.output_names[output] + "': " + reserved.status().message());
  void* memory = *reserved;
  if (call_.options.poison) std::memset(memory, 0xFF, bytes);
  return memory;
}

/// The caller's buffer where the output alone uses it, else one of the context.
Result<void*> Frame::output_memory(size_t output, size_t bytes) {
  if (given_.empty() || !given_[output].data) return own_output_memory(output, bytes);
  const auto root_of = [&](int32_t v) { return ready_.root[static_cast<size_t>(v)]; };
  const int32_t root = root_of(program_.outputs[output]);
  const auto users = std::count_if(program_.outputs.begin(), program_.outputs.end(), [&](int32_t v) { return root_of(v) == root; });
  if (users > 1) return own_output_memory(output, bytes);
  GBX_RETURN_IF_ERROR(check_room(output, bytes));
  return given_[output].data;
}

/// Copies those results into the caller's buffers that were not made there: passed through, constant or used twice.
Status Frame::fill_given() {
  for (size_t i = 0; i < given_.size(); ++i) {
    void* to = given_[i].data;
    if (!to || results_[i].data == to) continue;
    const size_t bytes = static_cast<size_t>(results_[i].elements()) * dtype_size(results_[i].dtype);
    GBX_RETURN_IF_ERROR(check_room(i, bytes));
    if (bytes > 0) std::memcpy(to, results_[i].data, bytes);
    results_[i].data = to;
  }
  return {};
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

Status Frame::settle(size_t index) {
  const ProgramStep& step = program_.steps[index];
  for (const LateExtent& late : step.late) {
    const int32_t v = step.outputs[static_cast<size_t>(late.output)];
    const Tensor& tensor = tensors_[static_cast<size_t>(v)];
    if (tensor.dims.size() != program_.values[static_cast<size_t>(v)].dims.size()) return wrong_extents(v, tensor.dims, "another rank");
    slots_[static_cast<size_t>(late.slot)] = tensor.dims[static_cast<size_t>(late.axis)];
  }
  const auto code =
      std::span(program_.dims.code).subspan(static_cast<size_t>(step.code_begin), static_cast<size_t>(step.code_end - step.code_begin));
  const auto checks =
      std::span(program_.checks).subspan(static_cast<size_t>(step.check_begin), static_cast<size_t>(step.check_end - step.check_begin));
  size_t failed = 0;
  if (!run_dim_code(code, slots_, &failed)) {
    return undefined_extent(program_, static_cast<size_t>(step.code_begin) + failed, checks, slots_);
  }
  for (const ProgramCheck& check : checks) {
    const int64_t a = slots_[static_cast<size_t>(check.a)], b = slots_[static_cast<size_t>(check.b)];
    if (!holds(check, a, b)) return check_failure(program_, check, slots_);
  }
  for (int32_t v : ready_.steps[index].settle) {
    const ProgramValue& value = program_.values[static_cast<size_t>(v)];
    std::vector<int64_t>& extents = late_extents_[static_cast<size_t>(v)];
    const bool given = !step.alias_only && std::ranges::find(step.outputs, v) != step.outputs.end();
    if (given && !std::ranges::equal(extents, value.dims, {}, {}, [&](int32_t slot) { return slots_[static_cast<size_t>(slot)]; })) {
      std::vector<int64_t> expected;
      for (const int32_t slot : value.dims) expected.push_back(slots_[static_cast<size_t>(slot)]);
      return wrong_extents(v, extents, dims_text(expected));
    }
    extents.resize(value.dims.size());
    for (size_t axis = 0; axis < extents.size(); ++axis) extents[axis] = slots_[static_cast<size_t>(value.dims[axis])];
    tensors_[static_cast<size_t>(v)].dims = extents;
  }
  return {};
}

Status Frame::wrong_extents(int32_t value, std::span<const int64_t> given, const std::string& expected) const {
  return internal_error("node '" + step_->node + "': output '" + program_.values[static_cast<size_t>(value)].name + "' has the extents " +
                        dims_text(given) + ", its shape rule says " + expected);
}

void Frame::set_late_extents(int32_t value, std::span<const int64_t> dims) {
  std::vector<int64_t>& extents = late_extents_[static_cast<size_t>(value)];
  if (extents.data() != dims.data()) extents.assign(dims.begin(), dims.end());
  tensors_[static_cast<size_t>(value)].dims = extents;
}

Result<void*> Frame::late_memory(int32_t value, std::span<const int64_t> dims) {
  const ProgramValue& described = program_.values[static_cast<size_t>(value)];
  const size_t bytes = buffer_bytes(described, dims);
  if (bytes == SIZE_MAX) return resource_exhausted("'" + described.name + "' would have the extents " + dims_text(dims));
  if (described.storage == Storage::kOutput) {
    for (size_t i = 0; i < results_.size(); ++i) {
      if (ready_.root[static_cast<size_t>(program_.outputs[i])] != value) continue;
      if (bytes > call_.options.memory_limit)
        return resource_exhausted("output '" + described.name + "' needs " + std::to_string(bytes) + " bytes");
      return output_memory(i, bytes);
    }
  }
  void*& block = pool_blocks_[static_cast<size_t>(value)];
  call_.pool.give(block);
  block = nullptr;
  Result<void*> taken = call_.pool.take(bytes);
  if (!taken.ok()) return resource_exhausted("'" + described.name + "' " + dims_text(dims) + ": " + taken.status().message());
  block = *taken;
  return block;
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

std::optional<std::vector<int64_t>> Frame::planned_dims(int index) const {
  if (!wants_output(index)) return std::nullopt;
  const auto v = static_cast<size_t>(step_->outputs[static_cast<size_t>(index)]);
  const auto here = static_cast<int32_t>(step_ - program_.steps.data());
  if (ready_.ready_at[v] < here) return std::vector<int64_t>(tensors_[v].dims.begin(), tensors_[v].dims.end());
  if (!program_.values[v].ranked) return std::nullopt;
  std::vector<int64_t> out;
  for (const int32_t slot : program_.values[v].dims) out.push_back(known_before(here, slot) ? slots_[static_cast<size_t>(slot)] : -1);
  return out;
}

/// Whether neither this step nor a later one sets the slot.
bool Frame::known_before(int32_t step, int32_t slot) const {
  const auto steps = std::span(program_.steps).subspan(static_cast<size_t>(step));
  const auto code = std::span(program_.dims.code).subspan(static_cast<size_t>(steps.front().code_begin));
  return std::ranges::none_of(code, [&](const DimInstruction& instruction) { return instruction.target == slot; }) &&
         std::ranges::none_of(
             steps, [&](const ProgramStep& each) { return std::ranges::find(each.late, slot, &LateExtent::slot) != each.late.end(); });
}

Result<void*> Frame::scratch(size_t bytes) {
  if (bytes == 0) return address(nullptr);
  GBX_RETURN_IF_ERROR(call_.scratch.reserve(bytes));
  if (call_.options.poison) std::memset(call_.scratch.data(), 0xFF, bytes);
  return call_.scratch.data();
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
