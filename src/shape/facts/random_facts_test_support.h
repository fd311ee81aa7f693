#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "expr/dim.h"
#include "expr/relation.h"

/// Random facts and questions as they are written, before any simplification: the input of the tests against an oracle.
namespace gearbox::facts_test {

constexpr int kSymbols = 6;

enum class Operation { kConstant, kSymbol, kAdd, kSub, kMul, kFloorDiv, kMod, kMin, kMax };

struct Tree {
  Operation operation = Operation::kConstant;
  int64_t leaf = 0;  ///< the constant or the symbol's number
  std::vector<Tree> children = {};
};

struct Statement {
  Relation::Kind kind = Relation::Kind::kEqual;
  Tree a, b;
};

using Values = std::array<int64_t, kSymbols>;

std::optional<int64_t> evaluate(const Tree& tree, const Values& values);
/// nullopt where a side has no value.
std::optional<bool> holds(const Statement& statement, const Values& values);
Dim build(const Tree& tree, std::span<const Dim> symbols);
Relation build(const Statement& statement, std::span<const Dim> symbols);

/// What operations a family of cases has.
enum class Family {
  kLinear,     ///< +, - and multiples by constants
  kFunctions,  ///< and floordiv and mod by constants, min, max
  kProducts,   ///< and products, and floordiv and mod by expressions
};
inline constexpr const char* kFamilyNames[] = {"linear", "functions", "products"};

/// Facts as models and users give them and adversarial ones; questions of which about half follow from the facts by construction.
class Generator {
 public:
  Generator(uint64_t seed, Family family);
  int symbols() const { return symbols_; }
  Statement fact();
  /// A question about these facts.
  Statement question(const std::vector<Statement>& facts);
  int64_t below(int64_t count) { return static_cast<int64_t>(engine_() % static_cast<uint64_t>(count)); }

 private:
  bool chance(int percent) { return below(100) < percent; }
  Tree constant(int64_t value) const { return {Operation::kConstant, value}; }
  Tree symbol();
  Tree small();
  Tree linear(int terms);
  Tree awkward(int64_t terms);
  Tree tree(int depth);
  Tree function();
  Statement linear_fact();
  Statement function_fact();
  Statement product_fact();
  Statement random_statement();
  Statement follows(const std::vector<Statement>& facts);
  Statement negation(const Statement& statement);

  std::mt19937_64 engine_;
  Family family_;
  int symbols_;
};

}  // namespace gearbox::facts_test
