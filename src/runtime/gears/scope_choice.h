#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "package/program.h"
#include "runtime/gears/gear_choice.h"
#include "runtime/gears/gear_columns.h"

namespace gearbox {

/// What served a part of the model that has gears of its own, once.
struct ScopeChoice {
  size_t scope = 0;                 ///< index in PackageContents::scopes
  GearChoice choice;                ///< its program is not set
  std::span<const int64_t> values;  ///< of the axes of the scope's table; -1: places of one axis differ
};

/// Called before each branch that a scope takes. An error ends the run.
using ScopeObserver = std::function<Status(const ScopeChoice&)>;

/// What is known of a step that chooses among the gears of a scope.
struct ScopeStep {
  size_t scope = 0;
  GearColumns columns;  ///< over the step's inputs from the second on
};

}  // namespace gearbox
