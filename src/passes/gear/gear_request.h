#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/options/gear_scope.h"
#include "api/options/gear_table.h"

namespace gearbox {

/// Which gears a model is to get.
struct GearRequest {
  options::GearTable table = {};                     ///< of the model as a whole; no rows: none
  bool fallback = true;                              ///< keep the dynamic graph for what no gear serves
  int threads = 1;                                   ///< that make gears at the same time; what they make does not depend on it
  std::vector<options::GearScopeWords> scopes = {};  ///< parts with gears of their own
  int64_t max_gears = 100;                           ///< of each part
  bool lazy = false;                                 ///< gears of the model as a whole are made once calls ask for them; needs `fallback`
};

/// A part of a model with gears of its own, once it has been found.
struct GearPart {
  std::string name;
  options::GearTable table;          ///< over the tensors that the part takes
  std::vector<std::string> outputs;  ///< the tensors that it gives
};

}  // namespace gearbox
