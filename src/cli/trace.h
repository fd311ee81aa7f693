#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/literal.h"
#include "base/status.h"

namespace gearbox::cli {

/// How one input is filled: "const" a, "uniform" in [a, b), "int" in [a, b), "iota"; empty: floats uniform in [-1, 1), all else 1.
struct FillRule {
  std::string kind;
  double a = 0, b = 0;
};

/// One input of a request: its name and extents.
struct TraceInput {
  std::string name;
  std::vector<int64_t> dims;
};

/// A stream of requests over distinct shapes. Text, one request a line: "[*N] NAME=D0xD1… NAME=scalar …", "!fill NAME KIND A B", '#'
/// comments.
struct Trace {
  std::map<std::string, FillRule> fills;
  std::vector<std::string> shape_names;  ///< the line's words, joined
  std::vector<std::vector<TraceInput>> shapes;
  std::vector<int> requests;  ///< indices into shapes
};

/// A decimal number of at most 18 digits. A sign is read too: a negative extent is refused where the input it is for is known.
std::optional<int64_t> parse_extent(const std::string& text);

/// The words after "!fill": "NAME const V", "NAME uniform LO HI", "NAME int LO HI", "NAME iota".
Result<std::pair<std::string, FillRule>> parse_fill(const std::string& words);

Result<Trace> read_trace(const std::string& path);
Result<Trace> parse_trace(const std::string& text);

/// A tensor filled by the rule: a hash of (name, element index), so that the same words give the same bytes everywhere.
Literal filled(const std::string& name, DType dtype, std::vector<int64_t> dims, const FillRule& rule);

}  // namespace gearbox::cli
