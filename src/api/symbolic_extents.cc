#include "api/symbolic_extents.h"

#include <algorithm>

namespace gearbox {

namespace {

Dim apply(const DimInstruction& i, Dim a, Dim b) {
  switch (i.op) {
    case DimInstruction::Op::kConstant: return i.constant;
    case DimInstruction::Op::kAdd: return a + b;
    case DimInstruction::Op::kMul: return a * b;
    case DimInstruction::Op::kFloorDiv: return floordiv(a, b);
    case DimInstruction::Op::kMod: return mod(a, b);
    case DimInstruction::Op::kMin: return min(a, b);
    case DimInstruction::Op::kMax: return max(a, b);
    case DimInstruction::Op::kBroadcast: return broadcast(a, b);
  }
  return Dim::overflow();
}

}  // namespace

SymbolicExtents::SymbolicExtents(const Program& program, const std::vector<SymbolInfo>& symbols)
    : program_(program), slots_(static_cast<size_t>(program.dims.slots)) {
  for (const SymbolBinding& binding : program.bindings) {
    if (binding.symbol.empty()) continue;
    std::optional<Dim>& slot = slots_[static_cast<size_t>(binding.slot)];
    if (slot) continue;
    const Dim extent = scope_.symbol(binding.symbol);
    const auto info = std::find_if(symbols.begin(), symbols.end(), [&](const SymbolInfo& s) { return s.name == binding.symbol; });
    if (info != symbols.end()) scope_.narrow(*extent.symbol(), info->lower, info->upper);
    slot = extent;
    if (binding.multiple == 1) continue;
    slot = scope_.fresh(binding.symbol);
    extents_.emplace(*slot->symbol(), WholeExtent{extent, binding.multiple});
  }
  for (const ProgramStep& step : program.steps) {
    for (const LateExtent& late : step.late) {
      const int32_t value = step.outputs[static_cast<size_t>(late.output)];
      const std::string name = program.values[static_cast<size_t>(value)].name + "." + std::to_string(late.axis);
      slots_[static_cast<size_t>(late.slot)] = scope_.symbol(name);
    }
  }
  for (const DimInstruction& i : program.dims.code) {
    const bool constant = i.op == DimInstruction::Op::kConstant;
    const std::optional<Dim> a = constant ? Dim() : slots_[static_cast<size_t>(i.a)],
                             b = constant ? Dim() : slots_[static_cast<size_t>(i.b)];
    if (a && b) slots_[static_cast<size_t>(i.target)] = apply(i, *a, *b);
  }
}

std::string SymbolicExtents::extent(int32_t slot) const {
  const std::optional<Dim>& dim = slots_[static_cast<size_t>(slot)];
  return dim ? in_whole_extents(*dim, extents_).text() : "?";
}

std::optional<int64_t> SymbolicExtents::number(int32_t slot) const {
  const std::optional<Dim>& dim = slots_[static_cast<size_t>(slot)];
  return dim && dim->is_constant() ? std::optional(dim->value()) : std::nullopt;
}

std::vector<std::string> SymbolicExtents::symbols(int32_t slot) const {
  std::vector<std::string> out;
  const std::optional<Dim>& dim = slots_[static_cast<size_t>(slot)];
  if (!dim) return out;
  for (const SymbolId symbol : in_whole_extents(*dim, extents_).symbols()) out.push_back(scope_.info(symbol).name);
  return out;
}

std::string SymbolicExtents::type(int32_t value) const {
  const ProgramValue& v = program_.values[static_cast<size_t>(value)];
  std::string out = std::string(dtype_name(v.dtype)) + "[";
  if (v.storage == Storage::kConstant) {
    for (size_t i = 0; i < v.constant.dims().size(); ++i) out += (i ? "," : "") + std::to_string(v.constant.dims()[i]);
    return out + "]";
  }
  if (!v.ranked) return out + "…]";
  for (size_t i = 0; i < v.dims.size(); ++i) out += (i ? "," : "") + extent(v.dims[i]);
  return out + "]";
}

}  // namespace gearbox
