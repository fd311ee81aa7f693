#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "expr/dim.h"

namespace gearbox {

/// One three-address instruction over a flat array of int64 slots.
struct DimInstruction {
  enum class Op : uint8_t { kConstant, kAdd, kMul, kFloorDiv, kMod, kMin, kMax, kBroadcast };
  Op op;
  int32_t target;
  int32_t a = 0;         ///< slot
  int32_t b = 0;         ///< slot
  int64_t constant = 0;  ///< kConstant only
};

/// Straight-line code for many expressions at once, equal sub-expressions computed once. Plain data: the package stores it as is.
struct DimProgram {
  int32_t slots = 0;  ///< size of the slot array
  std::vector<DimInstruction> code;
};

/// Builds a DimProgram. Inputs (symbols) are given slots by the caller before the expressions that use them are added.
/// Code may be appended in segments: remember code().size() between segments to run each when its symbols are bound.
class DimCompiler {
 public:
  /// The slot that holds the symbol's value; the caller stores it there before running the code.
  int32_t slot_of_symbol(SymbolId symbol);
  /// The slot that holds the expression's value after the code ran.
  int32_t slot_of(Dim dim);
  const DimProgram& program() const { return program_; }

 private:
  int32_t emit(DimInstruction::Op op, int32_t a, int32_t b, int64_t constant);
  int32_t constant(int64_t value) { return emit(DimInstruction::Op::kConstant, 0, 0, value); }
  int32_t compile(const DimNode& node);
  int32_t power(int32_t base, int32_t exponent);

  DimProgram program_;
  std::unordered_map<Dim, int32_t> known_;
  std::unordered_map<SymbolId, int32_t> symbols_;
  std::map<std::tuple<DimInstruction::Op, int32_t, int32_t, int64_t>, int32_t> emitted_;
};

/// Whether every instruction reads and writes inside the slot array and names a known operation: check a program that comes from
/// outside before running it.
bool is_valid(const DimProgram& program);

/// Runs code[begin, end) over the slots. Allocates nothing. False on overflow, zero divisor or an incompatible broadcast; `failed`
/// (if given) then receives the index of the instruction.
bool run_dim_code(std::span<const DimInstruction> code, std::span<int64_t> slots, size_t* failed = nullptr);

}  // namespace gearbox
