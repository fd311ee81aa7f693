#pragma once

#include <cstdint>
#include <span>

#include "api/options/gear_rows.h"
#include "api/options/gear_table.h"
#include "api/options/input_decl.h"
#include "api/options/problems.h"
#include "api/options/symbol_ranges.h"

namespace gearbox::options {

/// How many gears an option may give.
struct GearCount {
  int64_t least = 0;
  int64_t most = 100;
};

/// Reports a number of gears outside `allowed`. False where there are too many to look at each.
bool check_gear_count(Option option, const GearRows& gears, GearCount allowed, Problems& problems);

/// Reports gears that are given twice.
void check_duplicates(Option option, const GearRows& gears, Problems& problems);

/// Reports gears that no call could select or that no memory could hold: two values for one symbol, a value the symbol cannot have, an
/// input whose bytes do not fit in 64 bits. Every row has a value for each of the table's axes.
void check_gear_values(Option option, const GearTable& table, const GearRows& gears, std::span<const InputDecl> inputs,
                       std::span<const SymbolRange> symbols, Problems& problems);

}  // namespace gearbox::options
