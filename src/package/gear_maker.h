#pragma once

#include <cstddef>

#include "base/status.h"

namespace gearbox {

struct PackageContents;

/// Makes the programs of gears that a package was made without: GearInfo::program is -1 there. Thread-safe.
class GearMaker {
 public:
  virtual ~GearMaker() = default;
  /// The program of a row of the gear table, alone in contents of its own, over the inputs and outputs of the model. Constants share memory
  /// with those of the package. Errors as for a package with all its gears.
  virtual Result<PackageContents> make(size_t row) const = 0;
};

}  // namespace gearbox
