#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "package/program.h"

namespace gearbox {

/// Estimated floating-point operations of each step, -1 where the inputs' extents do not decide them. `slots`: as the prologue leaves them.
std::vector<int64_t> step_flops(const Program& program, std::span<const int64_t> slots);

/// What one run is estimated to take.
struct ProgramCost {
  double flops = 0;
  double bytes = 0;  ///< of all values that steps write, where their extents are known

  /// One number for comparing programs: a byte counts as much as the operations done while it comes from memory, see
  /// MachineProfile::flops_per_byte.
  double total(double flops_per_byte) const { return flops + flops_per_byte * bytes; }
};

/// The cost of a program for those slots. `settled_at` as in ReadyProgram::ready_at.
ProgramCost program_cost(const Program& program, std::span<const int32_t> settled_at, std::span<const int64_t> slots);

}  // namespace gearbox
