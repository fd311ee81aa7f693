#pragma once

#include <cstdint>
#include <span>

#include "base/status.h"
#include "ops/kernel_api.h"
#include "package/program.h"
#include "runtime/plan.h"

namespace gearbox {

/// The first half of checking a call: number, element types and ranks of the inputs, and whether extents are multiples where the program
/// was told so. Writes the values of ReadyProgram::key_slots into `key`. Allocates nothing where it succeeds; errors name the input, its
/// axis, what it has and what the program takes.
Status read_key(const Program& program, const ReadyProgram& ready, std::span<const Tensor> inputs, std::span<int64_t> key);

/// The second half: every extent of every input is what the slots of that key say. Errors name the symbol, both axes and both sizes.
Status match_extents(const Program& program, std::span<const int64_t> slots, std::span<const Tensor> inputs);

/// That there is memory to read: an input that holds elements has an address, aligned to its elements. Apart from the halves above, which
/// also answer for shapes alone.
Status check_memory(const Program& program, std::span<const Tensor> inputs);

}  // namespace gearbox
