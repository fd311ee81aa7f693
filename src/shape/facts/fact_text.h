#pragma once

#include <string>

#include "ir/fact.h"

namespace gearbox::facts {

/// "8 <= L  (--assert 'L >= 8')"
std::string fact_line(const Fact& fact);
/// "1 <= N <= 16  (range of the symbol)"
std::string range_line(const DimScope& scope, SymbolId symbol);

}  // namespace gearbox::facts
