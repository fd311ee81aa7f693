#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/fill_rule.h"

namespace gearbox::cli {

/// One input of a request: its name and extents.
struct TraceInput {
  std::string name;
  std::vector<int64_t> dims;
};

/// A stream of requests over distinct shapes. Text, one request a line: "[*N] NAME=D0xD1… NAME=scalar …", "!fill NAME KIND A B", '#'
/// comments. A name in double quotes may hold blanks.
struct Trace {
  std::map<std::string, FillRule> fills;
  std::vector<std::string> shape_names;  ///< the line's words, joined
  std::vector<std::vector<TraceInput>> shapes;
  std::vector<int> requests;  ///< indices into shapes
};

/// A decimal number of at most 18 digits. A sign is read too: a negative extent is refused where the input it is for is known.
std::optional<int64_t> parse_extent(const std::string& text);

/// Errors name the line and its word. "*N" counts: a trace of more than kMostTraceRequests requests is refused.
inline constexpr size_t kMostTraceRequests = 1'000'000;
Result<Trace> read_trace(const std::string& path);
Result<Trace> parse_trace(const std::string& text);

}  // namespace gearbox::cli
