#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/options/gear_table.h"

namespace gearbox {

/// What a package holds for one row of its gear table.
struct GearInfo {
  /// Extents of an output; -1: a bounded axis or the run decides; nullopt: even the rank is known only at run time.
  using Extents = std::optional<std::vector<int64_t>>;

  /// PackageContents::programs[program] runs its calls; programs may be shared, with the dynamic program also. -1: it is made later
  /// (PackageContents::gear_maker).
  int32_t program = -1;
  std::vector<Extents> outputs;  ///< in the order of the model's outputs

  friend bool operator==(const GearInfo&, const GearInfo&) = default;
};

/// The gears of a package. Each gear's program takes the model's inputs and gives the model's outputs.
struct GearSet {
  options::GearTable table;
  std::vector<GearInfo> gears;  ///< by row of the table; empty: the package has no gears
  bool fallback = true;         ///< programs[0] runs the calls no gear serves; else it has no steps and only describes the interface

  bool empty() const { return gears.empty(); }
  friend bool operator==(const GearSet&, const GearSet&) = default;
};

/// A part of the model with gears of its own: what its steps "Case" choose from.
struct GearScope {
  std::string name;
  std::vector<std::string> outputs;  ///< the tensors that the part gives
  /// The table's inputs are the tensors that the part takes. The programs are those of the first step that chooses; -1 where that has none
  /// for a row.
  GearSet set;
  int32_t fallback_program = -1;  ///< likewise; -1: there is none

  friend bool operator==(const GearScope&, const GearScope&) = default;
};

}  // namespace gearbox
