#include "runtime/validate.h"

#include <vector>

#include "runtime/gears/validate_gears.h"

namespace gearbox {

namespace {

/// Checks of one program. `bad` builds the error for a part.
class ProgramValidator {
 public:
  ProgramValidator(const PackageContents& contents, const Program& program) : contents_(contents), program_(program) {}

  Status run() {
    if (program_.dims.slots < 0 || program_.dims.slots > (1 << 28)) return bad("the number of slots");
    GBX_RETURN_IF_ERROR(check_code());
    GBX_RETURN_IF_ERROR(check_values());
    GBX_RETURN_IF_ERROR(check_interface());
    for (size_t s = 0; s < program_.steps.size(); ++s) GBX_RETURN_IF_ERROR(check_step(s));
    for (const ProgramCheck& check : program_.checks) {
      if (!slot(check.a) || !slot(check.b) || check.kind > ProgramCheck::Kind::kAtLeast) return bad("a check");
    }
    return {};
  }

 private:
  Status bad(const std::string& part) const { return corrupt("program '" + program_.name + "': " + part + " is out of range"); }
  bool slot(int32_t s) const { return s >= 0 && s < program_.dims.slots; }
  bool value(int32_t v) const { return v >= 0 && v < static_cast<int32_t>(program_.values.size()); }

  Status check_code() const {
    for (const DimInstruction& instruction : program_.dims.code) {
      if (instruction.op > DimInstruction::Op::kBroadcast || !slot(instruction.target)) return bad("an instruction of the shape code");
      if (instruction.op != DimInstruction::Op::kConstant && (!slot(instruction.a) || !slot(instruction.b)))
        return bad("an operand of the shape code");
    }
    if (program_.prologue_end < 0 || program_.prologue_end > static_cast<int32_t>(program_.dims.code.size())) return bad("the prologue");
    if (program_.prologue_checks < 0 || program_.prologue_checks > static_cast<int32_t>(program_.checks.size()))
      return bad("the prologue's checks");
    if (program_.costs.slots < 0 || program_.costs.slots > (1 << 28) || !is_valid(program_.costs)) return bad("the costs");
    return {};
  }

  Status check_values() const {
    const auto steps = static_cast<int32_t>(program_.steps.size());
    for (size_t v = 0; v < program_.values.size(); ++v) {
      const ProgramValue& value_v = program_.values[v];
      const std::string name = "value '" + value_v.name + "'";
      if (value_v.storage > Storage::kAlias) return bad("the storage of " + name);
      if (dtype_size(value_v.dtype) == 0) return bad("the element type of " + name);
      if (value_v.dims.size() > 64) return bad("the rank of " + name);
      for (int32_t s : value_v.dims) {
        if (!slot(s)) return bad("an extent of " + name);
      }
      if (value_v.first_step < -1 || value_v.first_step >= steps || value_v.last_step < -1 || value_v.last_step >= steps)
        return bad("the lifetime of " + name);
      if (value_v.blocked && value_v.dims.size() < 3) return bad("the format of " + name);
      constexpr int64_t kMostOffset = int64_t{1} << 46;
      if (value_v.alias_offset < 0 || value_v.alias_offset > kMostOffset) return bad("the place of " + name);
      if (value_v.storage == Storage::kConstant && !value_v.constant) return bad("the constant of " + name);
      int32_t at = static_cast<int32_t>(v);
      for (size_t hops = 0; program_.values[static_cast<size_t>(at)].storage == Storage::kAlias; ++hops) {
        at = program_.values[static_cast<size_t>(at)].alias_of;
        if (!value(at) || hops > program_.values.size()) return bad("the alias of " + name);
      }
    }
    return {};
  }

  Status check_interface() const {
    if (program_.outputs.size() != program_.output_names.size()) return bad("the list of outputs");
    for (int32_t v : program_.inputs) {
      if (!value(v) || program_.values[static_cast<size_t>(v)].storage != Storage::kInput) return bad("an input");
    }
    for (int32_t v : program_.outputs) {
      if (!value(v)) return bad("an output");
    }
    for (const SymbolBinding& binding : program_.bindings) {
      if (binding.input < 0 || binding.input >= static_cast<int32_t>(program_.inputs.size()) || !slot(binding.slot) || binding.multiple < 1)
        return bad("a symbol binding");
      const ProgramValue& input = program_.values[static_cast<size_t>(program_.inputs[static_cast<size_t>(binding.input)])];
      if (binding.axis < 0 || binding.axis >= static_cast<int32_t>(input.dims.size())) return bad("the axis of a symbol binding");
    }
    return {};
  }

  Status check_step(size_t s) const {
    const ProgramStep& step = program_.steps[s];
    const std::string name = "step '" + step.node + "'";
    for (int32_t v : step.inputs) {
      if (v != -1 && !value(v)) return bad("an input of " + name);
      if (v >= 0 && program_.values[static_cast<size_t>(v)].first_step >= static_cast<int32_t>(s)) return bad("the order of " + name);
    }
    for (int32_t v : step.outputs) {
      if (v == -1) continue;
      if (!value(v) || program_.values[static_cast<size_t>(v)].first_step != static_cast<int32_t>(s)) return bad("an output of " + name);
      const Storage storage = program_.values[static_cast<size_t>(v)].storage;
      if (storage == Storage::kInput || storage == Storage::kConstant ||
          (step.alias_only && storage != Storage::kAlias && storage != Storage::kOutput && storage != Storage::kArena))
        return bad("the storage of an output of " + name);
    }
    for (const auto& [body, index] : step.bodies) {
      if (index <= 0 || index >= static_cast<int32_t>(contents_.programs.size()) ||
          &contents_.programs[static_cast<size_t>(index)] <= &program_) {
        return bad("body '" + body + "' of " + name);
      }
    }
    if (step.code < -1 || step.code >= static_cast<int32_t>(contents_.fused_loops())) return bad("the code of " + name);
    for (const LateExtent& late : step.late) {
      if (late.output < 0 || late.output >= static_cast<int32_t>(step.outputs.size()) ||
          step.outputs[static_cast<size_t>(late.output)] < 0 || !slot(late.slot) || late.axis < 0 ||
          late.axis >=
              static_cast<int32_t>(program_.values[static_cast<size_t>(step.outputs[static_cast<size_t>(late.output)])].dims.size())) {
        return bad("a late extent of " + name);
      }
    }
    const auto code = static_cast<int32_t>(program_.dims.code.size()), checks = static_cast<int32_t>(program_.checks.size());
    if (step.code_begin < 0 || step.code_begin > step.code_end || step.code_end > code) return bad("the shape code of " + name);
    if (step.check_begin < 0 || step.check_begin > step.check_end || step.check_end > checks) return bad("the checks of " + name);
    if (step.flops < -1 || step.flops >= program_.costs.slots) return bad("the cost of " + name);
    return {};
  }

  const PackageContents& contents_;
  const Program& program_;
};

}  // namespace

Status validate(const PackageContents& contents) {
  if (contents.programs.empty()) return corrupt("the package holds no program");
  for (const CodeVariant& variant : contents.code_variants) {
    if (variant.entries.size() != contents.fused_loops()) return corrupt("the package's variants of code have different numbers of loops");
  }
  for (const Program& program : contents.programs) GBX_RETURN_IF_ERROR(ProgramValidator(contents, program).run());
  if (!contents.gears.empty()) GBX_RETURN_IF_ERROR(validate_gears(contents));
  return validate_scopes(contents);
}

}  // namespace gearbox
