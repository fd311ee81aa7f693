#pragma once

#include <cstddef>
#include <vector>

#include "package/program.h"
#include "package/weight_table.h"

namespace gearbox {

/// The metadata section of a package. What occurs more than once in it, such as the steps that a model's gears have in common, is stored
/// once. Weights get their places in `weights`. The same contents give the same bytes.
std::vector<std::byte> metadata_bytes(const PackageContents& contents, WeightTable& weights);

}  // namespace gearbox
