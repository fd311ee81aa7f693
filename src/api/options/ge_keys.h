#pragma once

#include <map>
#include <string>

#include "api/options/shape_options.h"
#include "base/status.h"

namespace gearbox::options {

/// What the options of a GE session say.
struct GeOptions {
  ShapeWords words;
  bool hybrid = false;  ///< beside the gears, the model for any other shape; all four keys must ask for it
  bool lazy = false;    ///< gears are made once calls ask for them
};

/// Reads the keys ge.inputShape, ge.dynamicDims, ge.dynamicNodeType ("1": placeholders), ge.compileHybridMode ("0" or "1") and, which GE
/// does not have, gearbox.lazyGears ("0" or "1"). An empty value is a key left out. Problems: any other key, "0" (dataset) as the node type
/// of gears, other values, lazy gears without the hybrid mode.
Result<GeOptions> options_from_ge(const std::map<std::string, std::string>& options);

}  // namespace gearbox::options
