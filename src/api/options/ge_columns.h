#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/options/gear_table.h"
#include "api/options/input_shape.h"
#include "api/options/problems.h"
#include "api/options/symbol_ranges.h"

namespace gearbox::options {

/// The model's axes that GE's gear options set, as --input_shape and the model say. `inputs` and `symbols` are the model's with all other
/// options applied; `inputs` still hold the names of symbols of one value.
struct GeColumns {
  const InputShape& shape;
  std::span<const InputDecl> inputs;
  std::span<const SymbolRange> symbols;

  /// Batch: one column, set at axis 0 of every input where it is -1. Problems: -1 at another axis, no -1 at all. An input that is
  /// not listed joins where the model leaves its axis 0 alone open, and is a problem where it leaves another open.
  GearTable batch(Problems& problems) const;
  /// Image: two columns, height and width as `format` ("NCHW", "NHWC") places them in inputs of rank 4. Inputs without -1 take no part.
  /// An input that is not listed joins where the model leaves exactly its height and width open.
  GearTable image(std::string_view format, Problems& problems) const;
  /// Dims: a column for each -1, in the order of --input_shape. Each input that the model leaves open must be listed.
  GearTable dims(Problems& problems) const;
};

}  // namespace gearbox::options
