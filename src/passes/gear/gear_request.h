#pragma once

#include "api/options/gear_table.h"

namespace gearbox {

/// Which gears a model is to get.
struct GearRequest {
  options::GearTable table;  ///< no rows: none
  bool fallback = true;      ///< keep the dynamic graph for calls that no gear serves
  int threads = 1;           ///< that make gears at the same time; what they make does not depend on it
};

}  // namespace gearbox
