#include "runtime/model.h"

#include <algorithm>
#include <functional>

#include "runtime/plan.h"
#include "runtime/validate.h"

namespace gearbox {

namespace {

/// Which value's storage each value uses, and where in it. Chains end, as validate() found.
void find_storage(const Program& program, ReadyProgram& ready) {
  const size_t count = program.values.size();
  ready.root.resize(count);
  ready.offset.assign(count, 0);
  ready.live_from.assign(count, -1);
  std::vector<bool> seen(count, false);
  for (size_t v = 0; v < count; ++v) {
    auto at = static_cast<int32_t>(v);
    for (; program.values[static_cast<size_t>(at)].storage == Storage::kAlias; at = program.values[static_cast<size_t>(at)].alias_of)
      ready.offset[v] += program.values[static_cast<size_t>(at)].alias_offset;
    ready.root[v] = at;
    const int32_t written = program.values[v].first_step;
    int32_t& from = ready.live_from[static_cast<size_t>(at)];
    if (written >= 0) from = seen[static_cast<size_t>(at)] ? std::min(from, written) : written;
    seen[static_cast<size_t>(at)] = seen[static_cast<size_t>(at)] || written >= 0;
  }
  for (const bool aliases : {false, true}) {
    for (size_t v = 0; v < count; ++v) {
      const Storage storage = program.values[static_cast<size_t>(ready.root[v])].storage;
      if ((ready.root[v] != static_cast<int32_t>(v)) != aliases) continue;
      if (storage == Storage::kArena) ready.planned.push_back(static_cast<int32_t>(v));
      if (aliases && storage != Storage::kArena && storage != Storage::kPool) ready.outer.push_back(static_cast<int32_t>(v));
    }
  }
}

constexpr int32_t kNever = INT32_MAX;

/// Per value the step whose shape code completes its extents: the latest of its slots.
std::vector<int32_t> settled_at(const Program& program) {
  std::vector<int32_t> slot_at(static_cast<size_t>(program.dims.slots), -1);
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const ProgramStep& step = program.steps[s];
    for (const LateExtent& late : step.late) slot_at[static_cast<size_t>(late.slot)] = static_cast<int32_t>(s);
    for (int32_t c = step.code_begin; c < step.code_end; ++c) {
      slot_at[static_cast<size_t>(program.dims.code[static_cast<size_t>(c)].target)] = static_cast<int32_t>(s);
    }
  }
  std::vector<int32_t> at(program.values.size(), -1);
  for (size_t v = 0; v < at.size(); ++v) {
    const ProgramValue& value = program.values[v];
    if (!value.ranked) at[v] = kNever;
    for (int32_t slot : value.dims) at[v] = std::max(at[v], slot_at[static_cast<size_t>(slot)]);
  }
  return at;
}

ReadyProgram make_ready(const Program& program) {
  ReadyProgram ready;
  find_storage(program, ready);
  ready.ready_at = settled_at(program);
  for (const SymbolBinding& binding : program.bindings) {
    if (binding.symbol.empty()) continue;
    if (std::find(ready.key_slots.begin(), ready.key_slots.end(), binding.slot) == ready.key_slots.end())
      ready.key_slots.push_back(binding.slot);
  }
  ready.steps.resize(program.steps.size());
  for (size_t v = 0; v < program.values.size(); ++v) {
    const ProgramValue& value = program.values[v];
    const int32_t at = ready.ready_at[v];
    if (at >= 0 && at != kNever) ready.steps[static_cast<size_t>(at)].settle.push_back(static_cast<int32_t>(v));
    if (value.storage == Storage::kPool && value.first_step >= 0) {
      ready.steps[static_cast<size_t>(std::max(value.first_step, value.last_step))].release.push_back(static_cast<int32_t>(v));
    }
  }
  return ready;
}

/// Types and extents of values that are the same in every run.
class FixedTensors {
 public:
  FixedTensors(const Program& program, const BoundPlan* plan, std::span<const int32_t> values) {
    tensors_.resize(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      const auto v = static_cast<size_t>(values[i]);
      const bool known = plan && values[i] >= 0 && plan->extents_at[v] >= 0;
      if (known) {
        const ProgramValue& value = program.values[v];
        tensors_[i] = {value.dtype, std::span(plan->extents).subspan(static_cast<size_t>(plan->extents_at[v]), value.dims.size())};
      }
      list_.push_back(known ? &tensors_[i] : nullptr);
    }
  }
  std::span<const Tensor* const> list() const { return list_; }

 private:
  std::vector<Tensor> tensors_;
  std::vector<const Tensor*> list_;
};

/// Bytes of the constants that one run reads, but for tables of which it takes some rows.
size_t constant_bytes(const Program& program) {
  std::vector<bool> read(program.values.size(), false);
  for (const ProgramStep& step : program.steps) {
    if (step.op == "GatherConcat") continue;
    for (size_t i = step.op == "Gather" ? 1 : 0; i < step.inputs.size(); ++i) {
      if (step.inputs[i] >= 0) read[static_cast<size_t>(step.inputs[i])] = true;
    }
  }
  size_t bytes = 0;
  for (size_t v = 0; v < read.size(); ++v) {
    if (read[v] && program.values[v].storage == Storage::kConstant) bytes += program.values[v].constant.bytes();
  }
  return bytes;
}

/// What kernels may know of one step when they are chosen.
class StepUse {
 public:
  StepUse(const Program& program, const ReadyProgram& whole, const ProgramStep& step)
      : in_(dtypes(program, step.inputs)),
        out_(dtypes(program, step.outputs)),
        constants_(step.inputs.size()),
        constant_list_(step.inputs.size(), nullptr),
        fixed_in_(program, whole.plan.get(), step.inputs),
        fixed_out_(program, whole.plan.get(), step.outputs),
        context_{step.attributes, step.version, in_, out_, constant_list_, fixed_in_.list(), fixed_out_.list(), whole.constant_bytes} {
    for (size_t i = 0; i < step.inputs.size(); ++i) {
      const int32_t v = step.inputs[i];
      if (v < 0 || program.values[static_cast<size_t>(v)].storage != Storage::kConstant) continue;
      const Literal& literal = program.values[static_cast<size_t>(v)].constant;
      constants_[i] = {literal.dtype(), literal.dims(), const_cast<void*>(literal.data())};
      constant_list_[i] = &constants_[i];
    }
  }
  StepUse(const StepUse&) = delete;
  StepUse& operator=(const StepUse&) = delete;

  const PrepareContext& context() const { return context_; }
  std::span<const DType> inputs() const { return in_; }

 private:
  static std::vector<DType> dtypes(const Program& program, std::span<const int32_t> values) {
    std::vector<DType> out;
    for (const int32_t v : values) out.push_back(v < 0 ? DType::kUndefined : program.values[static_cast<size_t>(v)].dtype);
    return out;
  }

  std::vector<DType> in_, out_;
  std::vector<Tensor> constants_;
  std::vector<const Tensor*> constant_list_;
  FixedTensors fixed_in_, fixed_out_;
  PrepareContext context_;
};

Status make_kernel(const PackageContents& contents, const Program& program, const ReadyProgram& whole, const ProgramStep& step,
                   const KernelRegistry& kernels, ReadyStep& ready) {
  const StepUse use(program, whole, step);
  ready.kernel = kernels.select(step.domain, step.op, use.context(), contents.reference_only);
  if (!ready.kernel) {
    std::string types;
    for (DType type : use.inputs()) types += (types.empty() ? "" : ", ") + std::string(type == DType::kUndefined ? "-" : dtype_name(type));
    return unsupported("node '" + step.node + "': no kernel for operator " + step.op +
                       (step.domain.empty() ? "" : " of domain '" + step.domain + "'") + " with inputs (" + types + ")");
  }
  if (!ready.kernel->prepare) return {};
  auto state = ready.kernel->prepare(use.context());
  if (!state.ok()) return state.status().at("node '" + step.node + "'");
  ready.state = std::move(state).value();
  return {};
}

/// Whether nothing about the values is left to runs but their addresses and contents.
bool all_known(const Program& program, const ReadyProgram& ready) {
  if (!ready.plan) return false;
  for (size_t v = 0; v < program.values.size(); ++v) {
    if (ready.plan->extents_at[v] < 0 || program.values[v].storage == Storage::kPool) return false;
  }
  return std::ranges::all_of(program.steps, [](const ProgramStep& step) { return step.late.empty() && step.code_begin == step.code_end; });
}

FixedProgram fix(const Program& program, ReadyProgram& ready) {
  FixedProgram out;
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const ProgramStep& step = program.steps[s];
    ReadyStep& prepared = ready.steps[s];
    if (step.alias_only) continue;
    out.steps.push_back(static_cast<int32_t>(s));
    prepared.run_fixed = prepared.state ? prepared.state->run_fixed : nullptr;
    if (!prepared.run_fixed) continue;
    prepared.operands = out.operands.size();
    for (const auto& values : {step.inputs, step.outputs}) out.operands.insert(out.operands.end(), values.begin(), values.end());
  }
  for (size_t i = 0; i < out.operands.size(); ++i) {
    if (out.operands[i] < 0) continue;
    const Storage storage = program.values[static_cast<size_t>(ready.root[static_cast<size_t>(out.operands[i])])].storage;
    if (storage == Storage::kInput || storage == Storage::kOutput) out.outer.push_back(static_cast<int32_t>(i));
  }
  return out;
}

/// Null where the step chooses among no scope's gears.
std::unique_ptr<const ScopeStep> scope_step(const PackageContents& contents, const ProgramStep& step) {
  if (!is_scope_case(step)) return nullptr;
  const auto scope = std::ranges::find(contents.scopes, step.attributes.text("scope", ""), &GearScope::name);
  const Program& branch = contents.programs[static_cast<size_t>(step.bodies.front().second)];
  return std::make_unique<ScopeStep>(
      ScopeStep{static_cast<size_t>(scope - contents.scopes.begin()), GearColumns(scope->set.table, branch)});
}

/// The widest code this CPU has the features for. Error: what it lacks for the narrowest.
Result<const CodeVariant*> runnable_variant(const PackageContents& contents) {
  Status lacking;
  for (const CodeVariant& variant : contents.code_variants) {
    lacking = check_cpu_features(variant.features);
    if (lacking.ok()) return &variant;
  }
  return lacking;
}

}  // namespace

Status Model::prepare(size_t index) {
  const Program& program = contents_.programs[index];
  ReadyProgram& ready = ready_[index];
  ready = make_ready(program);
  if (ready.key_slots.empty()) {
    // A program that can never run says so when it is called.
    if (auto plan = bind_plan(program, ready, {}); plan.ok()) ready.plan = std::move(plan).value();
  }
  ready.constant_bytes = constant_bytes(program);
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const ProgramStep& step = program.steps[s];
    if (step.code >= 0) {
      const LoopFunction loop = code_->loop(loops_[static_cast<size_t>(step.code)]);
      if (!loop) return corrupt("step '" + step.node + "': its loop lies outside the code section");
      ready.steps[s].code = reinterpret_cast<const void*>(loop);
    }
    ready.steps[s].scope = scope_step(contents_, step);
    if (!step.alias_only) GBX_RETURN_IF_ERROR(make_kernel(contents_, program, ready, step, *kernels_, ready.steps[s]));
  }
  if (all_known(program, ready)) ready.fixed = fix(program, ready);
  return {};
}

std::vector<Model::Candidate> Model::candidates(int32_t program, size_t step) const {
  const Program& of = contents_.programs[static_cast<size_t>(program)];
  const StepUse use(of, ready(program), of.steps[step]);
  std::vector<Candidate> out;
  for (const Kernel* kernel : kernels_->all(of.steps[step].domain, of.steps[step].op))
    out.push_back({kernel, !kernel->supports || kernel->supports(use.context())});
  return out;
}

Result<std::shared_ptr<const Model>> Model::load(PackageContents contents, const ModelOptions& options) {
  GBX_RETURN_IF_ERROR(validate(contents));
  std::shared_ptr<Model> model(new Model());
  model->contents_ = std::move(contents);
  model->machine_ = options.machine;
  if (options.gear_of) {
    model->kernels_ = options.gear_of->kernels_;
    model->threads_ = options.gear_of->threads_;
  } else {
    model->kernels_ = std::make_shared<const KernelRegistry>(KernelRegistry::builtin());
    model->threads_ = options.team ? options.team : std::make_shared<ThreadPool>(options.threads);
  }
  const PackageContents& held = model->contents_;
  if (held.fused_loops() > 0) {
    GBX_ASSIGN_OR_RETURN(const CodeVariant* variant, runnable_variant(held));
    GBX_ASSIGN_OR_RETURN(model->code_, CodeImage::from_memory(std::as_bytes(std::span(held.code)), variant->features));
    model->loops_ = variant->entries;
  }
  model->ready_.resize(held.programs.size());
  std::vector<Status> failures(held.programs.size());
  const auto prepare = [&](int64_t begin, int64_t end, int) {
    for (auto p = static_cast<size_t>(begin); p < static_cast<size_t>(end); ++p) failures[p] = model->prepare(p);
  };
  const auto programs = static_cast<int64_t>(held.programs.size());
  if (options.gear_of) {
    prepare(0, programs, 0);
  } else {
    model->threads_->parallel_for(programs, 1, prepare);
  }
  for (Status& failure : failures) {
    if (!failure.ok()) return std::move(failure);
  }
  if (!held.gears.empty()) model->dispatch_ = std::make_unique<GearDispatch>(*model);
  model->counters_ = std::make_unique<GearCounters>(held.gears.gears.size());
  for (const GearScope& scope : held.scopes) model->scope_counters_.push_back(std::make_unique<GearCounters>(scope.set.gears.size()));
  if (held.gear_maker) model->late_gears_ = std::make_unique<LateGears>(*model);
  return std::shared_ptr<const Model>(std::move(model));
}

const Program& PlacedProgram::program() const { return model->contents().programs[static_cast<size_t>(index)]; }
const ReadyProgram& PlacedProgram::ready() const { return model->ready(index); }

PlacedProgram Model::serving(const GearChoice& choice) const {
  if (choice.program >= 0) return {this, choice.program};
  const std::shared_ptr<const Model> gear = late_gears_->find(static_cast<size_t>(choice.gear));
  return {gear ? gear.get() : this, 0};
}

PlacedProgram Model::place_of(const Program& program) const {
  const auto index_in = [&](const Model& model) -> int32_t {
    const std::vector<Program>& all = model.contents_.programs;
    const bool inside = !std::less<>()(&program, all.data()) && std::less<>()(&program, all.data() + all.size());
    return inside ? static_cast<int32_t>(&program - all.data()) : -1;
  };
  if (const int32_t own = index_in(*this); own >= 0) return {this, own};
  for (size_t gear = 0; gear < gears().gears.size(); ++gear) {
    const std::shared_ptr<const Model> made = is_late(gear) ? late_gears_->find(gear) : nullptr;
    if (const int32_t index = made ? index_in(*made) : -1; index >= 0) return {made.get(), index};
  }
  return {this, 0};
}

}  // namespace gearbox
