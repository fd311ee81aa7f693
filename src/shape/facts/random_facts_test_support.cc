#include "shape/facts/random_facts_test_support.h"

#include <algorithm>

#include "expr/scalar.h"

namespace gearbox::facts_test {

std::optional<int64_t> evaluate(const Tree& tree, const Values& values) {
  if (tree.operation == Operation::kConstant) return tree.leaf;
  if (tree.operation == Operation::kSymbol) return values[static_cast<size_t>(tree.leaf)];
  const auto left = evaluate(tree.children[0], values), right = evaluate(tree.children[1], values);
  if (!left || !right) return std::nullopt;
  const int64_t a = *left, b = *right;
  switch (tree.operation) {
    case Operation::kAdd: return scalar::add(a, b);
    case Operation::kSub: return b == INT64_MIN ? std::nullopt : scalar::add(a, -b);
    case Operation::kMul: return scalar::mul(a, b);
    case Operation::kFloorDiv: return scalar::floordiv(a, b);
    case Operation::kMod: return scalar::mod(a, b);
    case Operation::kMin: return std::min(a, b);
    default: return std::max(a, b);
  }
}

std::optional<bool> holds(const Statement& statement, const Values& values) {
  const auto a = evaluate(statement.a, values), b = evaluate(statement.b, values);
  if (!a || !b) return std::nullopt;
  return statement.kind == Relation::Kind::kEqual ? *a == *b : *a <= *b;
}

Dim build(const Tree& tree, std::span<const Dim> symbols) {
  if (tree.operation == Operation::kConstant) return tree.leaf;
  if (tree.operation == Operation::kSymbol) return symbols[static_cast<size_t>(tree.leaf)];
  const Dim a = build(tree.children[0], symbols), b = build(tree.children[1], symbols);
  switch (tree.operation) {
    case Operation::kAdd: return a + b;
    case Operation::kSub: return a - b;
    case Operation::kMul: return a * b;
    case Operation::kFloorDiv: return floordiv(a, b);
    case Operation::kMod: return mod(a, b);
    case Operation::kMin: return min(a, b);
    default: return max(a, b);
  }
}

Relation build(const Statement& statement, std::span<const Dim> symbols) {
  return {statement.kind, build(statement.a, symbols), build(statement.b, symbols)};
}

namespace {

Tree make(Operation operation, Tree a, Tree b) { return {operation, 0, {std::move(a), std::move(b)}}; }

}  // namespace

Generator::Generator(uint64_t seed, Family family) : engine_(seed), family_(family) { symbols_ = 2 + static_cast<int>(below(5)); }

Tree Generator::symbol() { return {Operation::kSymbol, below(symbols_)}; }

Tree Generator::small() {
  static constexpr int64_t kUsual[] = {1, 2, 3, 4, 8, 16, 32, 64, 512, 768, 1000};
  return constant(chance(70) ? below(9) : kUsual[below(11)]);
}

/// Terms k*symbol, and often a constant.
Tree Generator::linear(int terms) {
  Tree sum = chance(70) ? symbol() : make(Operation::kMul, constant(1 + below(4)), symbol());
  for (int i = 1; i < terms; ++i) {
    Tree term = chance(60) ? symbol() : make(Operation::kMul, constant(1 + below(5)), symbol());
    sum = make(chance(70) ? Operation::kAdd : Operation::kSub, std::move(sum), std::move(term));
  }
  if (chance(40)) sum = make(chance(50) ? Operation::kAdd : Operation::kSub, std::move(sum), small());
  return sum;
}

/// Terms with coefficients that share no divisor: where integers and fractions part.
Tree Generator::awkward(int64_t terms) {
  Tree sum = constant(below(40) - 20);
  for (int64_t i = 0; i < terms; ++i) {
    Tree term = make(Operation::kMul, constant(2 + below(16)), symbol());
    sum = make(chance(70) ? Operation::kAdd : Operation::kSub, std::move(sum), std::move(term));
  }
  return sum;
}

/// floordiv or mod by a constant, min or max, of linear expressions.
Tree Generator::function() {
  static constexpr int64_t kDivisors[] = {2, 2, 3, 4, 8, 16, 32};
  const int kind = static_cast<int>(below(6));
  if (kind < 2) return make(Operation::kFloorDiv, linear(1 + static_cast<int>(below(2))), constant(kDivisors[below(7)]));
  if (kind == 2) return make(Operation::kMod, linear(1 + static_cast<int>(below(2))), constant(kDivisors[below(7)]));
  return make(chance(50) ? Operation::kMin : Operation::kMax, linear(1), chance(40) ? small() : linear(1));
}

Tree Generator::tree(int depth) {
  if (depth == 0) return chance(70) ? symbol() : small();
  if (family_ == Family::kLinear) return linear(1 + static_cast<int>(below(3)));
  const int kind = static_cast<int>(below(10));
  if (kind < 4) return make(chance(65) ? Operation::kAdd : Operation::kSub, tree(depth - 1), tree(depth - 1));
  if (kind < 7) return function();
  if (family_ == Family::kProducts && chance(70)) {
    if (chance(75)) return make(Operation::kMul, tree(depth - 1), tree(depth - 1));
    return make(chance(60) ? Operation::kFloorDiv : Operation::kMod, tree(depth - 1), symbol());
  }
  return linear(2);
}

Statement Generator::linear_fact() {
  switch (below(11)) {
    case 9: return {chance(50) ? Relation::Kind::kEqual : Relation::Kind::kAtMost, awkward(3), awkward(1 + below(2))};
    case 10: return {Relation::Kind::kAtMost, awkward(2), awkward(2)};
    case 0: return {Relation::Kind::kAtMost, small(), symbol()};
    case 1: return {Relation::Kind::kAtMost, symbol(), small()};
    case 2: return {Relation::Kind::kEqual, symbol(), chance(60) ? symbol() : small()};
    case 3: return {Relation::Kind::kAtMost, symbol(), make(Operation::kSub, symbol(), constant(below(4)))};
    case 4: return {Relation::Kind::kEqual, symbol(), linear(2)};
    case 5: return {Relation::Kind::kAtMost, make(Operation::kMul, constant(2 + below(3)), symbol()), symbol()};
    case 6: return {chance(30) ? Relation::Kind::kEqual : Relation::Kind::kAtMost, linear(2), linear(1)};
    default: return {Relation::Kind::kAtMost, linear(1 + static_cast<int>(below(3))), linear(1 + static_cast<int>(below(2)))};
  }
}

Statement Generator::function_fact() {
  static constexpr int64_t kModuli[] = {2, 3, 4, 6, 8, 16, 32};
  switch (below(6)) {
    case 0: return {Relation::Kind::kEqual, make(Operation::kMod, symbol(), constant(kModuli[below(7)])), constant(chance(80) ? 0 : 1)};
    case 1: return {Relation::Kind::kEqual, make(Operation::kMod, linear(2), constant(kModuli[below(7)])), constant(0)};
    case 2: return {Relation::Kind::kEqual, symbol(), function()};
    case 3: return {Relation::Kind::kAtMost, symbol(), function()};
    case 4: return {Relation::Kind::kAtMost, function(), linear(1)};
    default: return {chance(50) ? Relation::Kind::kEqual : Relation::Kind::kAtMost, function(), tree(1)};
  }
}

Statement Generator::product_fact() {
  const auto product = [this] { return make(Operation::kMul, symbol(), symbol()); };
  switch (below(7)) {
    case 0: return {Relation::Kind::kEqual, product(), product()};
    case 1: return {Relation::Kind::kEqual, make(Operation::kMul, product(), symbol()), product()};
    case 2: return {Relation::Kind::kAtMost, product(), product()};
    case 3: return {Relation::Kind::kEqual, symbol(), product()};
    case 4: return {Relation::Kind::kAtMost, product(), small()};
    case 5: return {Relation::Kind::kEqual, make(Operation::kMod, product(), symbol()), constant(0)};
    default: return {chance(50) ? Relation::Kind::kEqual : Relation::Kind::kAtMost, tree(2), tree(1)};
  }
}

Statement Generator::fact() {
  if (family_ == Family::kProducts && chance(40)) return product_fact();
  if (family_ != Family::kLinear && chance(50)) return function_fact();
  return linear_fact();
}

Statement Generator::random_statement() {
  const Relation::Kind kind = chance(35) ? Relation::Kind::kEqual : Relation::Kind::kAtMost;
  if (chance(10)) return {kind, awkward(1 + below(2)), awkward(below(2))};
  if (chance(40)) return {kind, symbol(), chance(30) ? small() : symbol()};
  return {kind, tree(1 + static_cast<int>(below(2))), tree(static_cast<int>(below(3)))};
}

Statement Generator::negation(const Statement& statement) {
  // Of an equality only one side, as the whole is no relation.
  return {Relation::Kind::kAtMost, make(Operation::kAdd, statement.b, constant(1)), statement.a};
}

/// A consequence of one or two of the facts, sometimes turned round to be refuted.
Statement Generator::follows(const std::vector<Statement>& facts) {
  const Statement& one = facts[static_cast<size_t>(below(static_cast<int64_t>(facts.size())))];
  const Statement& two = facts[static_cast<size_t>(below(static_cast<int64_t>(facts.size())))];
  const bool equal = one.kind == Relation::Kind::kEqual;
  Statement result = one;
  switch (below(family_ == Family::kLinear ? 5 : 9)) {
    case 0: result.b = make(Operation::kAdd, one.b, small()); break;
    case 1:
      result.a = make(Operation::kAdd, one.a, two.a);
      result.b = make(Operation::kAdd, one.b, two.b);
      break;
    case 2: {
      const Tree factor = constant(2 + below(3));
      result.a = make(Operation::kMul, factor, one.a);
      result.b = make(Operation::kMul, factor, one.b);
      break;
    }
    case 3: {
      const Tree more = linear(1);
      result.a = make(Operation::kAdd, one.a, more);
      result.b = make(Operation::kAdd, one.b, make(Operation::kAdd, more, constant(below(2))));
      break;
    }
    case 4: result = {one.kind, make(Operation::kSub, one.a, one.b), constant(0)}; break;
    case 5: {
      const Tree divisor = constant(2 + below(7));
      result.a = make(Operation::kFloorDiv, one.a, divisor);
      result.b = make(Operation::kFloorDiv, one.b, divisor);
      break;
    }
    case 6: {
      const Tree other = linear(1);
      result.a = make(Operation::kMin, one.a, other);
      result.b = make(Operation::kMin, one.b, other);
      break;
    }
    case 7: {
      const Tree other = chance(50) ? small() : linear(1);
      result.a = make(Operation::kMax, one.a, other);
      result.b = make(Operation::kMax, one.b, other);
      break;
    }
    default: {
      const Tree factor = family_ == Family::kProducts ? symbol() : constant(below(5));
      result.a = make(Operation::kMul, one.a, factor);
      result.b = make(Operation::kMul, one.b, factor);
      break;
    }
  }
  if (result.kind == Relation::Kind::kEqual && (!equal || two.kind != Relation::Kind::kEqual)) result.kind = Relation::Kind::kAtMost;
  if (chance(15)) return negation(result);
  return result;
}

Statement Generator::question(const std::vector<Statement>& facts) {
  return !facts.empty() && chance(60) ? follows(facts) : random_statement();
}

}  // namespace gearbox::facts_test
