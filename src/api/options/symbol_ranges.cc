#include "api/options/symbol_ranges.h"

#include <algorithm>

#include "api/options/nearest_name.h"
#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

Result<SymbolRange> parse_range(std::string_view text) {
  SymbolRange out;
  text = trimmed(text);
  const size_t colon = text.find(':');
  const std::string_view bounds = trimmed(text.substr(0, colon));
  if (colon != std::string_view::npos) {
    GBX_ASSIGN_OR_RETURN(out.multiple, parse_extent(text.substr(colon + 1)));
    if (out.multiple == 0) return invalid_argument("only 0 is a multiple of 0");
  }
  const size_t dots = bounds.find("..");
  if (dots == std::string_view::npos && bounds.empty() && colon != std::string_view::npos) return out;
  const std::string_view lower = trimmed(bounds.substr(0, dots));
  const std::string_view upper = dots == std::string_view::npos ? lower : trimmed(bounds.substr(dots + 2));
  if (lower.empty() && upper.empty()) return invalid_argument("a number, a range A..B or a multiple :M is expected");
  if (!lower.empty()) {
    GBX_ASSIGN_OR_RETURN(out.lower, parse_extent(lower));
  }
  if (!upper.empty()) {
    GBX_ASSIGN_OR_RETURN(out.upper, parse_extent(upper));
  }
  if (out.lower > out.upper) return invalid_argument("the range " + quote(text) + " ends before it begins");
  return out;
}

/// Reads the part behind '='; tightened.
Result<SymbolRange> parse_values(std::string_view text) {
  GBX_ASSIGN_OR_RETURN(SymbolRange range, parse_range(text));
  if (!tighten(range)) return invalid_argument("no multiple of " + std::to_string(range.multiple) + " lies in " + quote(trimmed(text)));
  return range;
}

}  // namespace

bool tighten(SymbolRange& range) {
  if (const int64_t past = range.lower % range.multiple; past != 0) {
    if (__builtin_add_overflow(range.lower, range.multiple - past, &range.lower)) return false;
  }
  if (range.upper != INT64_MAX) range.upper -= range.upper % range.multiple;
  return range.lower <= range.upper;
}

std::string range_text(const SymbolRange& range) {
  if (range.fixed()) return std::to_string(range.lower);
  const std::string end = range.upper == INT64_MAX ? "" : std::to_string(range.upper);
  return std::to_string(range.lower) + ".." + end + (range.multiple == 1 ? "" : ":" + std::to_string(range.multiple));
}

std::vector<SymbolRange> parse_symbol_ranges(std::string_view text, std::optional<std::span<const std::string>> symbols,
                                             Problems& problems) {
  std::vector<SymbolRange> out;
  std::vector<std::string> seen;
  for (const std::string_view entry : split_unquoted(text, ',')) {
    const size_t equals = rfind_unquoted(entry, '=');
    if (equals == std::string_view::npos) {
      problems.add(Option::kSymbols, quote(trimmed(entry)) + " is not NAME=RANGE");
      continue;
    }
    const auto name = parse_name(entry.substr(0, equals));
    if (!name.ok()) {
      problems.add(Option::kSymbols, quote(trimmed(entry)) + ": " + name.status().message());
      continue;
    }
    auto range = parse_values(entry.substr(equals + 1));
    if (symbols && std::ranges::find(*symbols, *name) == symbols->end()) {
      problems.add(Option::kSymbols, unknown_name_text(*name, "symbol", *symbols));
    } else if (std::ranges::find(seen, *name) != seen.end()) {
      problems.add(Option::kSymbols, "symbol " + quote(*name) + " is given twice");
    } else if (!range.ok()) {
      problems.add(Option::kSymbols, *name + ": " + range.status().message());
    } else {
      range->name = *name;
      out.push_back(std::move(range).value());
    }
    seen.push_back(*name);
  }
  return out;
}

}  // namespace gearbox::options
