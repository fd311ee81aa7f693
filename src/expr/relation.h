#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "expr/dim.h"

namespace gearbox {

/// a == b, or a <= b, between two expressions. It speaks of the values at which both are defined.
struct Relation {
  enum class Kind : uint8_t { kEqual, kAtMost };
  Kind kind = Kind::kEqual;
  Dim a, b;

  friend bool operator==(const Relation&, const Relation&) = default;

  /// Text that parse_relations reads back, for example "8 <= L" or "mod(L, 8) == 0".
  std::string text() const;
  /// Whether it is true under a binding; nullopt where a side has no value there (Dim::evaluate).
  std::optional<bool> holds(const std::function<std::optional<int64_t>(SymbolId)>& binding) const;
};

inline Relation equal(Dim a, Dim b) { return {Relation::Kind::kEqual, a, b}; }
inline Relation at_most(Dim a, Dim b) { return {Relation::Kind::kAtMost, a, b}; }
/// a is a multiple of m: mod(a, m) == 0.
inline Relation multiple_of(Dim a, int64_t m) { return {Relation::Kind::kEqual, mod(a, m), 0}; }
/// a < b.
inline Relation below(Dim a, Dim b) { return {Relation::Kind::kAtMost, a + 1, b}; }

/// Reads relations separated by commas: "L >= 2*K", "batch == beam", "N % 8 == 0", with <, >, <=, >= and ==; a chain such as
/// "8 <= L <= 512" gives one for each comparison. "a < b" becomes a + 1 <= b, "a >= b" becomes b <= a. Symbols that do not exist yet are
/// made. Errors tell the character; '!=' is refused, as no fact can hold it.
Result<std::vector<Relation>> parse_relations(std::string_view text, DimScope& scope);

}  // namespace gearbox
