#include "codegen/describe_scopes.h"

#include <algorithm>

namespace gearbox {

namespace {

/// The first step that chooses among the gears of the scope; null where it was dropped as dead.
const ProgramStep* case_of(const PackageContents& contents, const std::string& scope) {
  for (const Program& program : contents.programs) {
    for (const ProgramStep& step : program.steps) {
      if (is_scope_case(step) && step.attributes.text("scope", "") == scope) return &step;
    }
  }
  return nullptr;
}

/// The number that a slot of the shape prologue always holds; -1: none.
int64_t constant_slot(const Program& program, int32_t slot) {
  for (const DimInstruction& instruction : program.dims.code) {
    if (instruction.target == slot) return instruction.op == DimInstruction::Op::kConstant ? instruction.constant : -1;
  }
  return -1;
}

GearInfo describe(const PackageContents& contents, int32_t index) {
  GearInfo out;
  out.program = index;
  if (index < 0) return out;
  const Program& program = contents.programs[static_cast<size_t>(index)];
  for (const int32_t output : program.outputs) {
    const ProgramValue& value = program.values[static_cast<size_t>(output)];
    GearInfo::Extents& extents = out.outputs.emplace_back();
    if (!value.ranked) continue;
    extents.emplace();
    for (const int32_t slot : value.dims) extents->push_back(constant_slot(program, slot));
  }
  return out;
}

}  // namespace

void describe_scopes(const std::vector<GearPart>& parts, bool fallback, PackageContents& contents) {
  for (const GearPart& part : parts) {
    GearScope& scope = contents.scopes.emplace_back();
    scope.name = part.name;
    scope.outputs = part.outputs;
    scope.set.table = part.table;
    scope.set.fallback = fallback;
    const ProgramStep* step = case_of(contents, part.name);
    const auto body = [&](const std::string& name) {
      if (!step) return -1;
      const auto found = std::ranges::find(step->bodies, name, [](const auto& pair) { return pair.first; });
      return found == step->bodies.end() ? -1 : found->second;
    };
    for (size_t row = 0; row < part.table.rows.size(); ++row)
      scope.set.gears.push_back(describe(contents, body("gear_" + std::to_string(row))));
    scope.fallback_program = body("fallback");
  }
}

}  // namespace gearbox
