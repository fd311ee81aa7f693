#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "package/program.h"

namespace gearbox {

/// What a package's symbols and facts say of a relation ("batch == beam", "L % 8 == 0") or an expression ("N*L"), in lines. Errors: symbols
/// the model does not have, wrong grammar.
Result<std::string> explain_extents(const std::vector<SymbolInfo>& symbols, const std::vector<FactInfo>& facts,
                                    const std::string& question);

}  // namespace gearbox
