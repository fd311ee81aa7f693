#pragma once

#include <span>
#include <string>
#include <vector>

#include "api/options/axis_names.h"
#include "api/options/input_decl.h"
#include "api/options/input_shape.h"
#include "api/options/problems.h"
#include "api/options/symbol_ranges.h"

namespace gearbox::options {

/// What an option demands of a symbol, and the words for it: "x[0] = 5", "x[0] in 1..8".
struct SymbolDemand {
  SymbolRange range;
  std::string text;
  Option option;
};

/// A model's inputs while options are applied to them, in this order: open_inputs, rename, solve.
struct ModelShapes {
  std::vector<InputDecl> inputs;      ///< in the model's order, with symbols also where one value is left
  std::vector<SymbolDemand> demands;  ///< not yet held against each other
};

/// The model's inputs with what --input_shape says of them. An axis the model fixes and the option opens gets a symbol of its own,
/// "<input>.<axis>"; an input of unknown rank gets the option's.
ModelShapes open_inputs(std::span<const InputDecl> model, const InputShape& shape);

/// Renames all symbols at once, so that two may swap their names.
void rename(ModelShapes& shapes, std::span<const SymbolRename> renames);

/// All symbols of the inputs with the values that every demand admits, in order of first appearance. A symbol that can have no value
/// is a problem; it is then unbounded in the result.
std::vector<SymbolRange> solve(const ModelShapes& shapes, Problems& problems);

/// What set the ends of a symbol's values: "--symbols: N in 1..16". Empty for an end that nothing set.
struct RangeOrigin {
  std::string lower, upper;

  friend bool operator==(const RangeOrigin&, const RangeOrigin&) = default;
};

/// The origin of each of the symbols.
std::vector<RangeOrigin> origins_of(const ModelShapes& shapes, std::span<const SymbolRange> symbols, Spelling spelling);

/// The inputs with each symbol of one value replaced by it.
std::vector<InputDecl> with_fixed(std::span<const InputDecl> inputs, std::span<const SymbolRange> symbols);

}  // namespace gearbox::options
