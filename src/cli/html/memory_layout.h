#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "package/program.h"
#include "runtime/plan.h"

namespace gearbox::cli::html {

/// A rectangle of a drawing, in its own units; y grows downward.
struct Area {
  double x = 0, y = 0, width = 0, height = 0;
};

/// A mark on an axis: where it stands and what it says.
struct Tick {
  double at = 0;
  std::string label;
};

/// One tensor of the arena: from its first to its last step, from its offset up to its end.
struct MemoryBox {
  int32_t value = 0;
  Area area;
  size_t rank = 0;  ///< 1 for the largest, 0 for those that are not among the largest
};

/// An arena as a chart: steps to the right, offsets upward.
struct MemoryLayout {
  std::vector<MemoryBox> boxes;  ///< settled arena tensors that have bytes
  std::vector<int32_t> largest;  ///< their values, largest first, at most the number asked for
  double arena_at = 0;           ///< y of the arena's end
  double bound_at = 0;           ///< y of the most bytes live at once
  std::vector<Tick> offsets, steps;
};

/// Fits the arena of `plan` into `plot`.
MemoryLayout lay_out_memory(const Program& program, const BoundPlan& plan, const Area& plot, size_t ranked);

/// About `count` round values from 0 up to `most`: multiples of 1, 2 or 5 times a power of ten.
std::vector<int64_t> round_ticks(int64_t most, int count);
/// The same for bytes: in the largest unit (KiB, MiB …) that `most` reaches.
std::vector<int64_t> round_byte_ticks(int64_t most, int count);

}  // namespace gearbox::cli::html
