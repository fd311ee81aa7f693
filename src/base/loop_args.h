#pragma once

#include <cstdint>

namespace gearbox {

/// How a fused loop reads an input along the columns of a row.
enum class LoopAccess : uint8_t {
  kDense,    ///< Consecutive elements.
  kScalar,   ///< One element a row.
  kFlagged,  ///< Either, told by LoopOperand::dense at run time.
};

/// One operand of a fused loop call; inputs come first, then outputs, in the order of the loop's description.
struct LoopOperand {
  void* data = nullptr;    ///< First element of the first row.
  int64_t row_stride = 0;  ///< Bytes from one row to the next; 0 repeats the row.
  int64_t dense = 1;       ///< Inputs of access kind "flagged": 1 = consecutive elements, 0 = one element a row. Ignored otherwise.
};

/// Calls of one loop split its columns at multiples of this, a cache line of the narrowest element.
inline constexpr int64_t kLoopColumnBlock = 64;

/// What a fused loop runs over: `rows` rows of `columns` elements. Either may be 0. Read only; the loop keeps no state.
struct LoopArgs {
  int64_t columns = 0;
  int64_t rows = 0;
  const LoopOperand* operands = nullptr;
};

/// A compiled loop. An output may be the very memory of an input of the same element size (in place), but not overlap it
/// shifted. Safe to call from several threads at once.
using LoopFunction = void (*)(const LoopArgs*);

}  // namespace gearbox
