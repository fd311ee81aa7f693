#pragma once

#include <cstdint>
#include <span>

#include "base/status.h"
#include "package/program.h"

namespace gearbox {

/// Whether a check is met by the values of its two slots.
bool holds(const ProgramCheck& check, int64_t a, int64_t b);

/// The error of a check that these slot values violate: what is demanded and by whom, both sides, and every symbol they are made of
/// with its value and the axes of inputs (or of a step's output) that set it.
Status check_failure(const Program& program, const ProgramCheck& check, std::span<const int64_t> slots);

/// The error of an expression that has no value (overflow, division by zero, shapes that do not broadcast): a violated one of the `checks`
/// that were due, else told by the first check or extent that uses it. `instruction` is the index in program.dims.code that failed.
Status undefined_extent(const Program& program, size_t instruction, std::span<const ProgramCheck> checks, std::span<const int64_t> slots);

}  // namespace gearbox
