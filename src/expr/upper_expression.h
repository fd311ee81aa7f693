#pragma once

#include <map>
#include <optional>

#include "expr/dim.h"

namespace gearbox {

/// An expression that `dim` never exceeds, without the symbols of `upper`: each is at least 0 and at most what it maps to, which has none
/// of them. `dim` itself where it has none; nullopt where no such expression is found.
std::optional<Dim> upper_expression(Dim dim, const std::map<SymbolId, Dim>& upper);

}  // namespace gearbox
