#include "shape/facts/z3_oracle_test_support.h"

namespace gearbox::facts_test {

namespace {

/// Z3's own measure of work, so that runs repeat; its clock-based limits may deadlock (4.8.12).
constexpr unsigned kWork = 300000;

bool is_constant(const Tree& tree) { return tree.operation == Operation::kConstant; }

Outcome outcome(z3::check_result result) {
  return result == z3::sat ? Outcome::kPossible : result == z3::unsat ? Outcome::kImpossible : Outcome::kOpen;
}

}  // namespace

Oracle::Oracle(z3::context& context) : context_(context), solver_(solver()) {}

z3::solver Oracle::solver() {
  z3::solver result(context_, z3::solver::simple());
  z3::params params(context_);
  params.set("rlimit", kWork);
  params.set("arith.solver", 2u);
  result.set(params);
  return result;
}

void Oracle::add_symbol(Interval range) {
  unknowns_.push_back(context_.int_const(("x" + std::to_string(unknowns_.size())).c_str()));
  ranges_.push_back(range);
  solver_.add(unknowns_.back() >= context_.int_val(range.lower));
  if (range.upper != INT64_MAX) solver_.add(unknowns_.back() <= context_.int_val(range.upper));
}

z3::expr Oracle::expression(const Tree& tree, z3::expr_vector& conditions) {
  if (is_constant(tree)) return context_.int_val(tree.leaf);
  if (tree.operation == Operation::kSymbol) return unknowns_[static_cast<size_t>(tree.leaf)];
  const z3::expr a = expression(tree.children[0], conditions), b = expression(tree.children[1], conditions);
  const bool constant_divisor = is_constant(tree.children[1]);  // the generator makes positive ones
  const auto quotient = [&] {
    if (constant_divisor) return a / b;
    conditions.push_back(b != 0);
    return z3::ite(b > 0, a / b, (-a) / (-b));
  };
  switch (tree.operation) {
    case Operation::kAdd: return a + b;
    case Operation::kSub: return a - b;
    case Operation::kMul: return a * b;
    case Operation::kFloorDiv: return quotient();
    case Operation::kMod: return constant_divisor ? z3::mod(a, b) : a - b * quotient();
    case Operation::kMin: return z3::ite(a <= b, a, b);
    default: return z3::ite(a <= b, b, a);
  }
}

void Oracle::assert_in(z3::solver& solver, const Statement& statement, bool truth) {
  z3::expr_vector conditions(context_);
  const z3::expr a = expression(statement.a, conditions), b = expression(statement.b, conditions);
  const z3::expr stated = statement.kind == Relation::Kind::kEqual ? a == b : a <= b;
  for (unsigned i = 0; i < conditions.size(); ++i) solver.add(conditions[static_cast<int>(i)]);
  solver.add(truth ? stated : !stated);
}

void Oracle::add_fact(const Statement& fact) {
  assert_in(solver_, fact, true);
  facts_.push_back(fact);
  std::erase_if(examples_, [&fact](const Values& values) { return holds(fact, values) != true; });
}

Outcome Oracle::solve() {
  const z3::check_result result = solver_.check();
  if (result != z3::sat) return outcome(result);
  const z3::model model = solver_.get_model();
  Values values{};
  for (size_t i = 0; i < unknowns_.size(); ++i) {
    if (!model.eval(unknowns_[i], true).is_numeral_i64(values[i])) return Outcome::kPossible;
  }
  examples_.push_back(values);
  return Outcome::kPossible;
}

Outcome Oracle::check() { return examples_.empty() ? solve() : Outcome::kPossible; }

Outcome Oracle::check(const Statement& question, bool truth) {
  for (const Values& values : examples_) {
    if (holds(question, values) == truth) return Outcome::kPossible;
  }
  solver_.push();
  assert_in(solver_, question, truth);
  const Outcome result = solve();
  solver_.pop();
  return result;
}

Outcome Oracle::check_with(const std::vector<int32_t>& facts, const Statement& question, bool truth) {
  z3::solver part = solver();
  for (size_t i = 0; i < unknowns_.size(); ++i) {
    part.add(unknowns_[i] >= context_.int_val(ranges_[i].lower));
    if (ranges_[i].upper != INT64_MAX) part.add(unknowns_[i] <= context_.int_val(ranges_[i].upper));
  }
  for (int32_t fact : facts) assert_in(part, facts_[static_cast<size_t>(fact)], true);
  assert_in(part, question, truth);
  return outcome(part.check());
}

std::string Oracle::text(const Statement& statement) {
  z3::expr_vector conditions(context_);
  const z3::expr a = expression(statement.a, conditions), b = expression(statement.b, conditions);
  return (statement.kind == Relation::Kind::kEqual ? a == b : a <= b).to_string();
}

}  // namespace gearbox::facts_test
