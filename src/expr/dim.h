#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gearbox {

class DimNode;
class DimScope;

using SymbolId = int32_t;

/// An integer expression over symbols, in canonical form: a sum of integer-coefficient monomials over atoms (symbol, floordiv,
/// mod, min, max, broadcast). Immutable; equal iff operator== (pointer equality of interned nodes). A constant needs no scope; any
/// other expression lives in the DimScope of its symbols, which must outlive it, and operands of one expression share one scope.
/// floordiv rounds down and mod(a, b) is a - b*floordiv(a, b), hence in [0, b) for b > 0. Arithmetic that leaves int64 yields the
/// absorbing value overflow(), never a wrapped number. Value semantics, two words; safe to read from many threads.
///
/// Equality is proof of equal values; different expressions may still be equal, as the canonical form knows only the rules of the
/// tables (rules.h), and a product of two sums that would have more than 64 terms is kept as product(a, b). Simplifying may turn a
/// value that is undefined (zero divisor, incompatible broadcast) into a defined one, so that floordiv(N*H, N) = H; never the reverse.
class Dim {
 public:
  Dim(int64_t value = 0) : value_(value) {}
  Dim(int value) : value_(value) {}
  /// What has no value at any binding: constants that left int64, division by the constant 0, broadcast of unequal constants, and
  /// functions nested deeper than 500 levels.
  static Dim overflow();

  bool is_constant() const { return node_ == nullptr; }
  bool is_constant(int64_t value) const { return node_ == nullptr && value_ == value; }
  bool is_overflow() const;
  /// The constant's value; call only where is_constant().
  int64_t value() const { return value_; }
  const DimNode* node() const { return node_; }
  /// The symbol's id where the expression is exactly one symbol.
  std::optional<SymbolId> symbol() const;

  friend bool operator==(Dim a, Dim b) { return a.node_ == b.node_ && a.value_ == b.value_; }

  /// Text that parse_dim reads back to the same expression, for example "4*N + floordiv(H, 2) - 1". Past 1 MiB it is cut with "...".
  std::string text() const;
  /// Every symbol the expression mentions, ascending, without repeats.
  std::vector<SymbolId> symbols() const;
  /// The value under a binding; nullopt when a symbol is unbound, a divisor is zero, a broadcast is incompatible, or a value on the way
  /// leaves int64.
  std::optional<int64_t> evaluate(const std::function<std::optional<int64_t>(SymbolId)>& binding) const;
  /// The same expression with symbols replaced and simplified anew. `replacement` returns nullopt to keep a symbol.
  Dim substitute(const std::function<std::optional<Dim>(SymbolId)>& replacement) const;

 private:
  friend class DimScope;
  friend class DimNode;
  explicit Dim(const DimNode* node) : node_(node) {}
  const DimNode* node_ = nullptr;
  int64_t value_ = 0;
};

Dim operator+(Dim a, Dim b);
Dim operator-(Dim a, Dim b);
Dim operator-(Dim a);
Dim operator*(Dim a, Dim b);
Dim floordiv(Dim a, Dim b);
Dim ceildiv(Dim a, Dim b);  ///< -floordiv(-a, b)
Dim mod(Dim a, Dim b);
Dim min(Dim a, Dim b);
Dim max(Dim a, Dim b);
/// ONNX's multidirectional rule: equal extents, or one of them 1. Unproven compatibility stays symbolic, also against a constant:
/// broadcast(N, 4) becomes 4 only where N is known to be 1 or 4, as the check is still to be made.
Dim broadcast(Dim a, Dim b);
/// The product of all dims: 1 for none.
Dim product(std::span<const Dim> dims);

/// A symbol's name and the range it is known to lie in. Every symbol is an extent: lower >= 0.
struct Symbol {
  std::string name;
  int64_t lower = 0;
  int64_t upper = INT64_MAX;  ///< INT64_MAX: no upper bound known
};

/// Owns symbols and interned expressions. Expressions made from its symbols may be made and read from many threads at once.
class DimScope {
 public:
  DimScope();
  ~DimScope();
  DimScope(const DimScope&) = delete;
  DimScope& operator=(const DimScope&) = delete;

  /// The symbol of that name, made on first use. Names may hold any character.
  Dim symbol(std::string_view name);
  /// A symbol whose name nobody else has: `stem`, or `stem` with a number.
  Dim fresh(std::string_view stem);
  Dim from_id(SymbolId id) const;
  int size() const;
  Symbol info(SymbolId id) const;
  /// Narrows the known range (intersection); a range without common values changes nothing. Ranges let min, max and sign rules
  /// simplify: narrow before building expressions, as those built before keep their form (but not their bounds).
  void narrow(SymbolId id, int64_t lower, int64_t upper);

 private:
  friend class Dim;
  friend class DimNode;
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads the text form; "N // 2" is floordiv(N, 2) and "N % 8" is mod(N, 8). Names that are not plain identifiers are written in double
/// quotes with \" and \\ escapes.
Result<Dim> parse_dim(std::string_view text, DimScope& scope);

/// Interval of values the expression can take given the symbols' ranges; sound, not always tight. Saturates at int64's ends.
struct Interval {
  int64_t lower;
  int64_t upper;
};
Interval bounds(Dim dim);

}  // namespace gearbox

template <>
struct std::hash<gearbox::Dim> {
  size_t operator()(const gearbox::Dim& dim) const noexcept {
    return std::hash<const void*>()(dim.node()) * 31 + std::hash<int64_t>()(dim.is_constant() ? dim.value() : 0);
  }
};
