#include "runtime/program_cost.h"

#include <algorithm>

namespace gearbox {

std::vector<int64_t> step_flops(const Program& program, std::span<const int64_t> prologue) {
  std::vector<int64_t> slots(prologue.begin(), prologue.end());
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

ProgramCost program_cost(const Program& program, std::span<const int32_t> settled_at, std::span<const int64_t> slots) {
  ProgramCost out;
  for (const int64_t flops : step_flops(program, slots)) out.flops += static_cast<double>(std::max<int64_t>(flops, 0));
  for (size_t v = 0; v < program.values.size(); ++v) {
    const ProgramValue& value = program.values[v];
    if (value.first_step < 0 || settled_at[v] >= 0) continue;
    double bytes = static_cast<double>(dtype_size(value.dtype));
    for (const int32_t slot : value.dims) bytes *= static_cast<double>(slots[static_cast<size_t>(slot)]);
    out.bytes += bytes;
  }
  return out;
}

}  // namespace gearbox
