#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/options/problems.h"

namespace gearbox::options {

/// The values a symbol may have: multiples of `multiple` in [lower, upper].
struct SymbolRange {
  std::string name;
  int64_t lower = 0;
  int64_t upper = INT64_MAX;  ///< INT64_MAX: unbounded
  int64_t multiple = 1;

  /// The only value left?
  bool fixed() const { return lower == upper; }
  bool admits(int64_t value) const { return lower <= value && value <= upper && value % multiple == 0; }

  friend bool operator==(const SymbolRange&, const SymbolRange&) = default;
};

/// Moves both ends to multiples. False where no value is left; the range is then unspecified.
bool tighten(SymbolRange& range);

/// How messages write the values: "4", "1..16", "8..512:8", "8..".
std::string range_text(const SymbolRange& range);

/// Reads "N=1..16, L=8..512:8, M=4": ":8" means multiples of 8, "N=4" fixes, "L=8.." and "L=..512" leave one end open, "N=:8" asks for
/// the multiple only. A name may stand in double quotes and then hold any character. Entries with a problem (grammar, unknown or
/// repeated symbol, no value left) are left out of the result.
/// Without `symbols` any name is one.
std::vector<SymbolRange> parse_symbol_ranges(std::string_view text, std::optional<std::span<const std::string>> symbols,
                                             Problems& problems);

}  // namespace gearbox::options
