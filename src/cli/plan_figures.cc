#include "cli/plan_figures.h"

#include <algorithm>

namespace gearbox::cli {

Result<std::shared_ptr<const BoundPlan>> plan_for(const Model& model, std::span<const Tensor> inputs) {
  const Program& program = model.main();
  const ReadyProgram& ready = model.ready(0);
  std::vector<int64_t> key;
  auto extent = [&](const SymbolBinding& binding) {
    return inputs[static_cast<size_t>(binding.input)].dims[static_cast<size_t>(binding.axis)];
  };
  auto name = [&](const SymbolBinding& binding) {
    return program.values[static_cast<size_t>(program.inputs[static_cast<size_t>(binding.input)])].name + "[" +
           std::to_string(binding.axis) + "]";
  };
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const ProgramValue& value = program.values[static_cast<size_t>(program.inputs[i])];
    if (value.ranked && inputs[i].dims.size() != value.dims.size()) {
      return invalid_argument("input '" + value.name + "' has rank " + std::to_string(inputs[i].dims.size()) + ", the model takes rank " +
                              std::to_string(value.dims.size()));
    }
  }
  for (const SymbolBinding& binding : program.bindings) {
    if (key.size() < ready.key_slots.size() && binding.slot == ready.key_slots[key.size()]) key.push_back(extent(binding));
  }
  GBX_ASSIGN_OR_RETURN(std::shared_ptr<const BoundPlan> plan, bind_plan(program, ready, key));
  for (const SymbolBinding& binding : program.bindings) {
    const int64_t expected = plan->slots[static_cast<size_t>(binding.slot)];
    if (extent(binding) != expected)
      return invalid_argument(name(binding) + " is " + std::to_string(extent(binding)) + ", the model takes " + std::to_string(expected));
  }
  return plan;
}

std::vector<int64_t> step_flops(const Program& program, const BoundPlan& plan) {
  std::vector<int64_t> slots = plan.slots;
  slots.resize(std::max(slots.size(), static_cast<size_t>(program.costs.slots)), 0);
  std::vector<bool> unknown(slots.size(), false);
  std::span<const DimInstruction> code(program.costs.code);
  // An expression without a value (a zero divisor) leaves only the costs made from it unknown.
  for (size_t i = 0; i < code.size(); ++i) {
    const DimInstruction& instruction = code[i];
    const bool lacking = instruction.op != DimInstruction::Op::kConstant &&
                         (unknown[static_cast<size_t>(instruction.a)] || unknown[static_cast<size_t>(instruction.b)]);
    if (lacking || !run_dim_code(code.subspan(i, 1), slots)) unknown[static_cast<size_t>(instruction.target)] = true;
  }
  std::vector<int64_t> out;
  for (const ProgramStep& step : program.steps) {
    const bool known = step.flops >= 0 && !unknown[static_cast<size_t>(step.flops)];
    out.push_back(known ? slots[static_cast<size_t>(step.flops)] : -1);
  }
  return out;
}

}  // namespace gearbox::cli
