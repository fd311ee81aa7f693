#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/options/input_decl.h"
#include "api/options/problems.h"

namespace gearbox::options {

/// A name the user gives to one axis.
struct AxisName {
  std::string input;
  size_t axis = 0;
  std::string symbol;

  friend bool operator==(const AxisName&, const AxisName&) = default;
};

/// Reads the values of --dim: "x.1=seq". The axis stands behind the last '.', so that the input's name may hold dots; both names
/// may stand in double quotes and then hold any character. Words with a problem (grammar, unknown input, no such axis, an axis that is not
/// open) are left out of the result.
/// Without `inputs` any place is one.
std::vector<AxisName> parse_axis_names(std::span<const std::string> words, std::optional<std::span<const InputDecl>> inputs,
                                       Problems& problems);

/// Symbol and the name it gets.
struct SymbolRename {
  std::string from, to;
};

/// What the names mean: the symbol of a named axis has its new name wherever it stands. Axes that get the same name become one symbol,
/// also with a symbol of the model that already has it. A problem: two names for one symbol.
std::vector<SymbolRename> renames(std::span<const AxisName> names, std::span<const InputDecl> inputs, Problems& problems);

}  // namespace gearbox::options
