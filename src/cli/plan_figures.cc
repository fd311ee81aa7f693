#include "cli/plan_figures.h"

#include <algorithm>

#include "runtime/call_binding.h"

namespace gearbox::cli {

Result<std::shared_ptr<const BoundPlan>> plan_for(const Model& model, std::span<const Tensor> inputs) {
  const Program& program = model.main();
  const ReadyProgram& ready = model.ready(0);
  std::vector<int64_t> key(ready.key_slots.size());
  GBX_RETURN_IF_ERROR(read_key(program, ready, inputs, key));
  GBX_ASSIGN_OR_RETURN(std::shared_ptr<const BoundPlan> plan, bind_plan(program, ready, key));
  GBX_RETURN_IF_ERROR(match_extents(program, *plan, inputs));
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
