#include "cli/program_text.h"

#include <set>

namespace gearbox::cli {

std::string range_text(const SymbolInfo& symbol) {
  if (symbol.lower == symbol.upper) return std::to_string(symbol.lower);
  return std::to_string(symbol.lower) + " … " + (symbol.upper == INT64_MAX ? "" : std::to_string(symbol.upper));
}

const char* epoch_text(Epoch epoch) {
  switch (epoch) {
    case Epoch::kCompile: return "compile";
    case Epoch::kGear: return "gear";
    case Epoch::kCall: return "call";
    case Epoch::kMidRun: return "mid-run";
  }
  return "";
}

const char* storage_text(Storage storage) {
  switch (storage) {
    case Storage::kInput: return "input";
    case Storage::kOutput: return "output";
    case Storage::kConstant: return "constant";
    case Storage::kArena: return "arena";
    case Storage::kPool: return "pool";
    case Storage::kAlias: return "alias";
  }
  return "";
}

std::string demand_text(const ProgramCheck& check) {
  switch (check.kind) {
    case ProgramCheck::Kind::kEqual: return check.a_text + " == " + check.b_text;
    case ProgramCheck::Kind::kBroadcast: return check.a_text + " == " + check.b_text + " or one of them is 1";
    case ProgramCheck::Kind::kAtLeast: return check.a_text + " >= " + check.b_text;
  }
  return "";
}

std::string operator_text(const ProgramStep& step) { return (step.domain.empty() ? "" : step.domain + "::") + step.op; }

std::string kernel_text(const Model& model, size_t program, size_t step) {
  const Kernel* kernel = model.ready(static_cast<int32_t>(program)).steps[step].kernel;
  if (!kernel) return "none: a view";
  const int64_t multiple = model.contents().programs[program].steps[step].attributes.integer("column_multiple", 1);
  return std::string(kernel->name) + (multiple > 1 ? ", rows in multiples of " + std::to_string(multiple) : "");
}

std::string late_text(const Model& model, size_t gear) {
  const GearState state = model.gear_state(gear);
  if (state == GearState::kMade) return "";
  const std::string name(gear_state_name(state));
  return state == GearState::kFailed ? name + ": " + model.late_gears()->failure(gear)->message() : name;
}

std::string target_text(const Model& model) {
  return "x86-64-v" + std::to_string(static_cast<int>(model.contents().isa)) +
         (model.contents().reference_only ? ", reference kernels" : "");
}

uint64_t weight_bytes(const Model& model) {
  std::set<const void*> seen;
  uint64_t out = 0;
  for (const Program& program : model.contents().programs) {
    for (const ProgramValue& value : program.values) {
      if (value.storage == Storage::kConstant && seen.insert(value.constant.data()).second) out += value.constant.bytes();
    }
  }
  return out;
}

}  // namespace gearbox::cli
