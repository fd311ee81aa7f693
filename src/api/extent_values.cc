#include "api/extent_values.h"

#include "expr/bytecode.h"

namespace gearbox {

ExtentValues::ExtentValues(const Program& program) : program_(program), slots_(static_cast<size_t>(program.dims.slots)) { clear(); }

void ExtentValues::clear() {
  set_.assign(slots_.size(), false);
  compute();
}

void ExtentValues::bind(int32_t index, std::span<const int64_t> dims) {
  for (const SymbolBinding& binding : program_.bindings) {
    if (binding.input != index || binding.symbol.empty() || static_cast<size_t>(binding.axis) >= dims.size()) continue;
    slots_[static_cast<size_t>(binding.slot)] = dims[static_cast<size_t>(binding.axis)] / binding.multiple;
    set_[static_cast<size_t>(binding.slot)] = true;
  }
  compute();
}

void ExtentValues::settle(const ProgramStep& step, std::span<const Tensor> outputs) {
  if (step.late.empty()) return;
  for (const LateExtent& late : step.late) {
    const std::span<const int64_t> dims = outputs[static_cast<size_t>(late.output)].dims;
    if (static_cast<size_t>(late.axis) >= dims.size()) continue;
    slots_[static_cast<size_t>(late.slot)] = dims[static_cast<size_t>(late.axis)];
    set_[static_cast<size_t>(late.slot)] = true;
  }
  compute();
}

void ExtentValues::compute() {
  computed_ = set_;
  for (const DimInstruction& i : program_.dims.code) {
    const bool constant = i.op == DimInstruction::Op::kConstant;
    if (!constant && (!computed_[static_cast<size_t>(i.a)] || !computed_[static_cast<size_t>(i.b)])) continue;
    computed_[static_cast<size_t>(i.target)] = run_dim_code({&i, 1}, slots_);
  }
}

std::vector<std::optional<int64_t>> ExtentValues::extents(int32_t value) const {
  std::vector<std::optional<int64_t>> out;
  for (const int32_t slot : program_.values[static_cast<size_t>(value)].dims) {
    const auto at = static_cast<size_t>(slot);
    out.push_back(computed_[at] ? std::optional(slots_[at]) : std::nullopt);
  }
  return out;
}

}  // namespace gearbox
