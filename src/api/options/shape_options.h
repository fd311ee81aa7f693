#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/options/gear_scope.h"
#include "api/options/gear_table.h"
#include "api/options/input_decl.h"
#include "api/options/model_shapes.h"
#include "api/options/problems.h"
#include "api/options/symbol_ranges.h"
#include "base/status.h"

namespace gearbox::options {

/// What the user wrote about shapes, word for word. docs/howto/state-shapes.md is the guide to the words.
struct ShapeWords {
  std::optional<std::string> input_shape;                                           ///< --input_shape
  std::vector<std::string> dims;                                                    ///< --dim, each use
  std::optional<std::string> symbols;                                               ///< --symbols
  std::optional<std::string> dynamic_batch_size, dynamic_image_size, dynamic_dims;  ///< GE's gears: at most one of them
  std::optional<std::string> input_format;                                          ///< --input_format: NCHW (the default), NHWC, ND
  std::optional<std::string> gears;                                                 ///< --gears: over symbols, instead of GE's
  std::optional<std::string> gear_mode;                                             ///< --gear-mode
  std::vector<std::string> gear_scopes;                                             ///< --gear-scope, each use
  int64_t max_gears = 100;                                                          ///< of the model and of each scope
  Spelling spelling = Spelling::kCommandLine;
};

/// What the words mean for one model.
struct ShapeOptions {
  std::vector<InputDecl> inputs;     ///< in the model's order; an extent that has one value left is a number
  std::vector<SymbolRange> symbols;  ///< every symbol of the inputs, those fixed by now among them; in order of first appearance
  std::vector<RangeOrigin> origins;  ///< of each of the symbols
  GearTable gears;
  std::vector<GearScopeWords> scopes;  ///< to be held against the graph once its types are known

  friend bool operator==(const ShapeOptions&, const ShapeOptions&) = default;
};

/// Reads all words and holds them against the model and against each other. Names given by --dim are those that --symbols uses. One
/// Status tells of every problem. Thread-safe, deterministic.
Result<ShapeOptions> parse_shape_options(const ShapeWords& words, std::span<const InputDecl> model);

}  // namespace gearbox::options
