#pragma once

#include <span>

#include "api/options/gear_table.h"
#include "api/options/input_shape.h"
#include "api/options/model_shapes.h"
#include "api/options/problems.h"
#include "api/options/shape_options.h"

namespace gearbox::options {

/// What gears are held against: the model with all other options applied.
struct GearBackground {
  /// Null where --input_shape has a problem: gears are then read, but not held against it.
  const InputShape* shape = nullptr;
  std::span<const InputDecl> inputs;  ///< with the names of symbols of one value
  std::span<const SymbolRange> symbols;
};

/// Reads whichever option gives gears. At most one may; GE's three need --input_shape, accept no range beside them and at least two
/// gears. No gear twice, no more than words.max_gears, no gear that contradicts the model.
GearTable parse_gears(const ShapeWords& words, const GearBackground& background, Problems& problems);

/// Reads the gears of a part of the model. `background` is that part's: its inputs are the tensors it takes. The rules are those of --gears
/// and --gear-mode.
GearTable parse_scope_gears(const GearScopeWords& words, int64_t max_gears, const GearBackground& background, Problems& problems);

}  // namespace gearbox::options
