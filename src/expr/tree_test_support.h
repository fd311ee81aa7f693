#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "expr/dim.h"

/// Expressions as written, never simplified: the oracle of the property tests.
namespace gearbox::expr_test {

constexpr int kSymbols = 4;

enum class Operation { kConstant, kSymbol, kAdd, kSub, kMul, kFloorDiv, kCeilDiv, kMod, kMin, kMax, kBroadcast };

struct Tree {
  Operation operation = Operation::kConstant;
  int64_t leaf = 0;  ///< the constant or the symbol's number
  std::vector<Tree> children;
};

using Values = std::array<int64_t, kSymbols>;
using Symbols = std::array<Dim, kSymbols>;

/// Symbols "A", "B", ...
Symbols make_symbols(DimScope& scope);
/// The definition of every operation in its plainest form.
std::optional<int64_t> evaluate(const Tree& tree, const Values& values);
/// The same through the operators of Dim.
Dim build(const Tree& tree, const Symbols& symbols);
std::ostream& operator<<(std::ostream& out, const Tree& tree);

/// What is wrong with the Dim built from the tree at these values, or nothing: its value, its bounds, its bytecode.
std::optional<std::string> fault(const Tree& tree, Dim dim, const Values& values);

}  // namespace gearbox::expr_test
