#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/literal.h"
#include "base/status.h"

namespace gearbox::cli {

/// How one input is filled: "const" a, "uniform" in [a, b), "int" in [a, b), "iota"; empty: floats uniform in [-1, 1), all else 1.
struct FillRule {
  std::string kind;
  double a = 0, b = 0;
};

/// The rule of each input.
using FillRules = std::map<std::string, FillRule>;

/// Reads "NAME const V", "NAME uniform LO HI", "NAME int LO HI", "NAME iota". A name in double quotes may hold blanks. Errors: another
/// form, a number that is none, an empty range.
Result<std::pair<std::string, FillRule>> parse_fill(const std::string& words);

/// Whether every value of the rule is one of the type.
Status check_fill(const std::string& name, DType dtype, const FillRule& rule);

/// A tensor filled by the rule: a hash of (name, element index), so that the same words give the same bytes everywhere. Elements of
/// types that are not numbers are left zero.
Literal filled(const std::string& name, DType dtype, std::vector<int64_t> dims, const FillRule& rule);

}  // namespace gearbox::cli
