#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "api/options/gear_rows.h"
#include "api/options/gear_table.h"
#include "api/options/input_decl.h"
#include "api/options/problems.h"
#include "api/options/symbol_ranges.h"

namespace gearbox::options {

/// What --gears says: the columns and, with the user's words for them, the rows. The table's own rows are empty.
struct SymbolGears {
  GearTable table;
  GearRows gears;
};

/// Reads gears over the model's symbols. Parts are separated by '|', or are the lines of a file named as "@file" ('#' starts a comment):
///   N=1,4,16; L=64,128    a product, all pairs; the last axis changes fastest
///   N=1,L=64              one gear
/// All parts set the same symbols, in any order; the columns are in the first part's order. A name may stand in double quotes and then
/// hold any character. An axis of an input, "x[0]", stands for the symbol there. Gears beyond `max_gears` + 1 are counted but not written
/// out. `symbols` are those that gears can set.
SymbolGears parse_symbol_gears(std::string_view text, std::span<const InputDecl> inputs, std::span<const SymbolRange> symbols,
                               int64_t max_gears, Problems& problems);

}  // namespace gearbox::options
