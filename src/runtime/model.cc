#include "runtime/model.h"

#include <algorithm>

#include "runtime/validate.h"

namespace gearbox {

namespace {

/// The value whose storage each value uses. Aliases point to earlier-written values, so chains end.
std::vector<int32_t> storage_roots(const Program& program) {
  std::vector<int32_t> root(program.values.size());
  for (size_t v = 0; v < root.size(); ++v) {
    int32_t at = static_cast<int32_t>(v);
    while (program.values[static_cast<size_t>(at)].storage == Storage::kAlias) at = program.values[static_cast<size_t>(at)].alias_of;
    root[v] = at;
  }
  return root;
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
  ready.root = storage_roots(program);
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

Status make_kernel(const PackageContents& contents, const Program& program, const ProgramStep& step, const KernelRegistry& kernels,
                   ReadyStep& ready) {
  std::vector<DType> in, out;
  std::vector<Tensor> constants(step.inputs.size());
  std::vector<const Tensor*> constant_list;
  for (size_t i = 0; i < step.inputs.size(); ++i) {
    const int32_t v = step.inputs[i];
    in.push_back(v < 0 ? DType::kUndefined : program.values[static_cast<size_t>(v)].dtype);
    const bool constant = v >= 0 && program.values[static_cast<size_t>(v)].storage == Storage::kConstant;
    if (constant) {
      const Literal& literal = program.values[static_cast<size_t>(v)].constant;
      constants[i] = {literal.dtype(), literal.dims(), const_cast<void*>(literal.data())};
    }
    constant_list.push_back(constant ? &constants[i] : nullptr);
  }
  for (int32_t v : step.outputs) out.push_back(v < 0 ? DType::kUndefined : program.values[static_cast<size_t>(v)].dtype);
  const PrepareContext use{step.attributes, step.version, in, out, constant_list};
  ready.kernel = kernels.select(step.domain, step.op, use, contents.reference_only);
  if (!ready.kernel) {
    std::string types;
    for (DType type : in) types += (types.empty() ? "" : ", ") + std::string(type == DType::kUndefined ? "-" : dtype_name(type));
    return unsupported("node '" + step.node + "': no kernel for operator " + step.op +
                       (step.domain.empty() ? "" : " of domain '" + step.domain + "'") + " with inputs (" + types + ")");
  }
  if (!ready.kernel->prepare) return {};
  auto state = ready.kernel->prepare(use);
  if (!state.ok()) return std::move(state.status()).at("node '" + step.node + "'");
  ready.state = std::move(state).value();
  return {};
}

}  // namespace

Status Model::prepare(size_t index) {
  const Program& program = contents_.programs[index];
  ReadyProgram& ready = ready_[index];
  ready = make_ready(program);
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const ProgramStep& step = program.steps[s];
    if (step.code >= 0) {
      const LoopFunction loop = code_->loop(contents_.code_entries[static_cast<size_t>(step.code)]);
      if (!loop) return corrupt("step '" + step.node + "': its loop lies outside the code section");
      ready.steps[s].code = reinterpret_cast<const void*>(loop);
    }
    if (!step.alias_only) GBX_RETURN_IF_ERROR(make_kernel(contents_, program, step, kernels_, ready.steps[s]));
  }
  return {};
}

Result<std::shared_ptr<const Model>> Model::load(PackageContents contents, const ModelOptions& options) {
  GBX_RETURN_IF_ERROR(validate(contents));
  std::shared_ptr<Model> model(new Model());
  model->contents_ = std::move(contents);
  model->kernels_ = KernelRegistry::builtin();
  model->threads_ = options.team ? options.team : std::make_shared<ThreadPool>(options.threads);
  const PackageContents& held = model->contents_;
  if (!held.code_entries.empty()) {
    GBX_ASSIGN_OR_RETURN(model->code_, CodeImage::from_memory(std::as_bytes(std::span(held.code)), held.code_features));
  }
  model->ready_.resize(held.programs.size());
  std::vector<Status> failures(held.programs.size());
  model->threads_->parallel_for(static_cast<int64_t>(held.programs.size()), 1, [&](int64_t begin, int64_t end, int) {
    for (auto p = static_cast<size_t>(begin); p < static_cast<size_t>(end); ++p) failures[p] = model->prepare(p);
  });
  for (Status& failure : failures) {
    if (!failure.ok()) return std::move(failure);
  }
  if (!held.gears.empty()) model->dispatch_ = std::make_unique<GearDispatch>(*model);
  model->counters_ = std::make_unique<GearCounters>(held.gears.gears.size());
  return std::shared_ptr<const Model>(std::move(model));
}

}  // namespace gearbox
