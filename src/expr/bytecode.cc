#include "expr/bytecode.h"

#include <algorithm>

#include "expr/node.h"
#include "expr/scalar.h"

namespace gearbox {

using Op = DimInstruction::Op;

int32_t DimCompiler::slot_of_symbol(SymbolId symbol) {
  const auto [place, inserted] = symbols_.try_emplace(symbol, program_.slots);
  if (inserted) ++program_.slots;
  return place->second;
}

int32_t DimCompiler::emit(Op op, int32_t a, int32_t b, int64_t constant) {
  const auto [place, inserted] = emitted_.try_emplace({op, a, b, constant}, program_.slots);
  if (inserted) program_.code.push_back({op, program_.slots++, a, b, constant});
  return place->second;
}

int32_t DimCompiler::slot_of(Dim dim) {
  if (dim.is_constant()) return constant(dim.value());
  if (const auto symbol = dim.symbol()) return slot_of_symbol(*symbol);
  if (const auto found = known_.find(dim); found != known_.end()) return found->second;
  const int32_t slot = compile(*dim.node());
  known_.emplace(dim, slot);
  return slot;
}

/// Left to right as Dim::evaluate, so that both leave int64 at the same bindings.
int32_t DimCompiler::compile(const DimNode& node) {
  const auto fold = [this, &node](Op op) {
    int32_t result = slot_of(node.operands[0]);
    for (size_t i = 1; i < node.operands.size(); ++i) result = emit(op, result, slot_of(node.operands[i]), 0);
    return result;
  };
  switch (node.kind) {
    case NodeKind::kFloorDiv: return fold(Op::kFloorDiv);
    case NodeKind::kMod: return fold(Op::kMod);
    case NodeKind::kMin: return fold(Op::kMin);
    case NodeKind::kMax: return fold(Op::kMax);
    case NodeKind::kBroadcast: return fold(Op::kBroadcast);
    case NodeKind::kProduct: return fold(Op::kMul);
    case NodeKind::kMonomial: {
      int32_t result = -1;
      for (const Factor& factor : node.factors) {
        const int32_t next = power(slot_of(factor.atom->dim()), factor.power);
        result = result < 0 ? next : emit(Op::kMul, result, next, 0);
      }
      return result;
    }
    case NodeKind::kSum: {
      int32_t result = -1;
      for (const Term& term : node.terms) {
        int32_t next = slot_of(term.monomial->dim());
        if (term.coefficient != 1) next = emit(Op::kMul, next, constant(term.coefficient), 0);
        result = result < 0 ? next : emit(Op::kAdd, result, next, 0);
      }
      return node.constant == 0 ? result : emit(Op::kAdd, result, constant(node.constant), 0);
    }
    case NodeKind::kSymbol: return slot_of_symbol(node.symbol);
    case NodeKind::kOverflow: break;
  }
  const int32_t zero = constant(0);
  return emit(Op::kFloorDiv, zero, zero, 0);
}

int32_t DimCompiler::power(int32_t base, int32_t exponent) {
  if (exponent == 1) return base;
  const int32_t half = power(base, exponent / 2);
  const int32_t even = emit(Op::kMul, half, half, 0);
  return exponent % 2 == 0 ? even : emit(Op::kMul, even, base, 0);
}

bool is_valid(const DimProgram& program) {
  const auto inside = [&program](int32_t slot) { return slot >= 0 && slot < program.slots; };
  return std::ranges::all_of(
      program.code, [inside](const DimInstruction& i) { return inside(i.target) && inside(i.a) && inside(i.b) && i.op <= Op::kBroadcast; });
}

bool run_dim_code(std::span<const DimInstruction> code, std::span<int64_t> slots, size_t* failed) {
  for (size_t i = 0; i < code.size(); ++i) {
    const DimInstruction& instruction = code[i];
    const int64_t a = slots[static_cast<size_t>(instruction.a)];
    const int64_t b = slots[static_cast<size_t>(instruction.b)];
    scalar::Value value;
    switch (instruction.op) {
      case Op::kConstant: value = instruction.constant; break;
      case Op::kAdd: value = scalar::add(a, b); break;
      case Op::kMul: value = scalar::mul(a, b); break;
      case Op::kFloorDiv: value = scalar::floordiv(a, b); break;
      case Op::kMod: value = scalar::mod(a, b); break;
      case Op::kMin: value = std::min(a, b); break;
      case Op::kMax: value = std::max(a, b); break;
      case Op::kBroadcast: value = scalar::broadcast(a, b); break;
    }
    if (!value) {
      if (failed != nullptr) *failed = i;
      return false;
    }
    slots[static_cast<size_t>(instruction.target)] = *value;
  }
  return true;
}

}  // namespace gearbox
