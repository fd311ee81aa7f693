#include <algorithm>
#include <set>

#include "codegen/lower.h"

namespace gearbox {

Program interface_of(const Program& program) {
  Program out;
  out.name = program.name;
  out.output_names = program.output_names;
  out.bindings = program.bindings;
  out.dims = {program.dims.slots, {program.dims.code.begin(), program.dims.code.begin() + program.prologue_end}};
  out.prologue_end = program.prologue_end;
  out.checks.assign(program.checks.begin(), program.checks.begin() + program.prologue_checks);
  out.prologue_checks = program.prologue_checks;
  std::set<int32_t> known;
  for (const SymbolBinding& binding : out.bindings) known.insert(binding.slot);
  for (const DimInstruction& instruction : out.dims.code) known.insert(instruction.target);
  const auto keep = [&](int32_t v, Storage storage) {
    ProgramValue value = program.values[static_cast<size_t>(v)];
    value.storage = storage;
    value.alias_of = value.first_step = value.last_step = -1;
    value.constant = {};
    // An extent that a step would decide: not even the rank is told, as nothing sets its slot.
    value.ranked = value.ranked && std::ranges::all_of(value.dims, [&](int32_t slot) { return known.contains(slot); });
    if (!value.ranked) value.dims.clear();
    value.blocked = value.blocked && value.ranked;
    out.values.push_back(std::move(value));
    return static_cast<int32_t>(out.values.size()) - 1;
  };
  for (const int32_t v : program.inputs) out.inputs.push_back(keep(v, Storage::kInput));
  for (const int32_t v : program.outputs) out.outputs.push_back(keep(v, Storage::kOutput));
  return out;
}

}  // namespace gearbox
