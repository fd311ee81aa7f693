// Asks the fact store and Z3 the same questions. GEARBOX_FACT_PAIRS sets how many pairs of facts and question (default 20000),
// GEARBOX_FACT_SEED the first seed, GEARBOX_FACT_MISSES=1 prints the questions that Z3 decides and the store does not.
#include <gtest/gtest.h>
#include <z3++.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "base/clock.h"
#include "shape/facts/fact_store.h"
#include "shape/facts/random_facts_test_support.h"

namespace gearbox::facts_test {

constexpr int kQuestions = 10;  ///< about one set of facts

int64_t setting(const char* name, int64_t otherwise) {
  const char* value = std::getenv(name);
  return value ? std::atoll(value) : otherwise;
}

bool divides_by_expression(const Tree& tree) {
  const bool division = tree.operation == Operation::kFloorDiv || tree.operation == Operation::kMod;
  return (division && tree.children[1].operation != Operation::kConstant) ||
         std::ranges::any_of(tree.children, [](const Tree& child) { return divides_by_expression(child); });
}

bool divides_by_expression(const Statement& statement) { return divides_by_expression(statement.a) || divides_by_expression(statement.b); }

struct Counts {
  int64_t pairs = 0;
  int64_t yes = 0, no = 0;
  int64_t missed = 0;      ///< the oracle decides and the store does not
  int64_t shown = 0;       ///< neither follows
  int64_t unverified = 0;  ///< a verdict of the store on which the oracle gave up
  int64_t open = 0;        ///< both give up
  int64_t refused = 0;     ///< contradictory facts
  int64_t contradictions_missed = 0;
  int64_t oracle_ns = 0, oracle_calls = 0;
  std::vector<int64_t> times;
};

/// One set of facts in the store and in the oracle.
class Case {
 public:
  Case(z3::context& context, uint64_t seed, Family family, Counts& counts)
      : generator_(seed, family),
        scope_(std::make_shared<DimScope>()),
        store_(scope_),
        context_(context),
        solver_(context, z3::solver::simple()),
        counts_(counts) {
    z3::params params(context);
    params.set("rlimit", 300000u);
    params.set("arith.solver", 2u);
    solver_.set(params);
    for (int i = 0; i < generator_.symbols(); ++i) add_symbol(i);
    const int64_t facts = 1 + generator_.below(6);
    for (int64_t i = 0; i < facts; ++i) add_fact(generator_.fact());
  }

  void ask() {
    const Statement question = generator_.question(facts_);
    const Relation relation = build(question, symbols_);
    ++counts_.pairs;
    const int64_t begin = now_ns();
    const Answer answer = store_.ask(relation);
    counts_.times.push_back(now_ns() - begin);
    Seen seen = see(question);
    if (answer.yes() || answer.no()) {
      ++(answer.yes() ? counts_.yes : counts_.no);
      const bool refuted = answer.yes() ? seen.falsified : seen.satisfied;
      const z3::check_result result = refuted ? z3::sat : check(question, answer.no());
      EXPECT_NE(result, z3::sat) << "wrong " << (answer.yes() ? "yes" : "no") << ": " << report(question, relation, answer);
      if (result == z3::unknown) ++counts_.unverified;
      return;
    }
    z3::check_result without = seen.falsified ? z3::sat : check(question, false);
    z3::check_result with = seen.satisfied || without == z3::unsat ? z3::sat : check(question, true);
    if (without == z3::unsat || with == z3::unsat) {
      ++counts_.missed;
      // Z3 also knows that written divisors are not 0, of which simplified expressions may have lost sight.
      const bool divides =
          divides_by_expression(question) || std::ranges::any_of(facts_, [](const Statement& fact) { return divides_by_expression(fact); });
      EXPECT_FALSE(answer.independent && !divides) << "not independent: " << report(question, relation, answer);
      if (setting("GEARBOX_FACT_MISSES", 0) != 0)
        std::cout << (without == z3::unsat ? "missed yes: " : "missed no: ") << report(question, relation, answer) << "\n";
    } else if (without == z3::sat && with == z3::sat) {
      ++counts_.shown;
    } else {
      ++counts_.open;
    }
  }

 private:
  struct Seen {
    bool satisfied = false, falsified = false;
  };

  void add_symbol(int index) {
    const std::string name(1, static_cast<char>('A' + index));
    symbols_.push_back(scope_->symbol(name));
    if (generator_.below(4) == 0)
      scope_->narrow(index, generator_.below(4), generator_.below(3) == 0 ? INT64_MAX : 4 + generator_.below(60));
    const Symbol info = scope_->info(index);
    unknowns_.push_back(context_.int_const(name.c_str()));
    solver_.add(unknowns_.back() >= context_.int_val(info.lower));
    if (info.upper != INT64_MAX) solver_.add(unknowns_.back() <= context_.int_val(info.upper));
  }

  void add_fact(Statement statement) {
    const Relation relation = build(statement, symbols_);
    const Status status = store_.add({Fact::Kind::kGiven, relation, "test"});
    if (!status.ok()) {
      ++counts_.refused;
      const z3::check_result result = check(statement, true);
      EXPECT_NE(result, z3::sat) << "refused: " << status.message() << report(statement, relation, {});
      return;
    }
    z3::expr_vector defined(context_);
    const z3::expr stated = state(statement, defined);
    for (unsigned i = 0; i < defined.size(); ++i) solver_.add(defined[i]);
    solver_.add(stated);
    facts_.push_back(std::move(statement));
    std::erase_if(examples_, [this](const Values& values) { return holds(facts_.back(), values) != true; });
    if (examples_.empty() && solve() == z3::unsat) {
      ++counts_.contradictions_missed;
      if (setting("GEARBOX_FACT_MISSES", 0) != 0) std::cout << "missed contradiction: " << report(facts_.back(), relation, {}) << "\n";
    }
  }

  z3::expr expression(const Tree& tree, z3::expr_vector& defined) {
    if (tree.operation == Operation::kConstant) return context_.int_val(tree.leaf);
    if (tree.operation == Operation::kSymbol) return unknowns_[static_cast<size_t>(tree.leaf)];
    const z3::expr a = expression(tree.children[0], defined), b = expression(tree.children[1], defined);
    const auto quotient = [&] {
      if (tree.children[1].operation == Operation::kConstant) return a / b;
      defined.push_back(b != 0);
      return z3::ite(b > 0, a / b, (-a) / (-b));
    };
    switch (tree.operation) {
      case Operation::kAdd: return a + b;
      case Operation::kSub: return a - b;
      case Operation::kMul: return a * b;
      case Operation::kFloorDiv: return quotient();
      case Operation::kMod: return tree.children[1].operation == Operation::kConstant ? z3::mod(a, b) : a - b * quotient();
      case Operation::kMin: return z3::ite(a <= b, a, b);
      default: return z3::ite(a <= b, b, a);
    }
  }

  z3::expr state(const Statement& statement, z3::expr_vector& defined) {
    const z3::expr a = expression(statement.a, defined), b = expression(statement.b, defined);
    return statement.kind == Relation::Kind::kEqual ? a == b : a <= b;
  }

  /// Whether the facts leave a value at which the question has the given truth.
  z3::check_result check(const Statement& question, bool truth) {
    solver_.push();
    z3::expr_vector defined(context_);
    const z3::expr stated = state(question, defined);
    for (unsigned i = 0; i < defined.size(); ++i) solver_.add(defined[i]);
    solver_.add(truth ? stated : !stated);
    const z3::check_result result = solve();
    solver_.pop();
    return result;
  }

  /// Keeps the model for later questions.
  z3::check_result solve() {
    const int64_t begin = now_ns();
    const z3::check_result result = solver_.check();
    counts_.oracle_ns += now_ns() - begin;
    if (now_ns() - begin > 500000000)
      std::cout << "slow oracle " << (now_ns() - begin) / 1000000 << " ms\n" << solver_ << "\n" << std::flush;
    ++counts_.oracle_calls;
    if (result != z3::sat) return result;
    const z3::model model = solver_.get_model();
    Values values{};
    for (size_t i = 0; i < unknowns_.size(); ++i) {
      if (!model.eval(unknowns_[i], true).is_numeral_i64(values[i])) return result;
    }
    examples_.push_back(values);
    return result;
  }

  Seen see(const Statement& question) const {
    Seen seen;
    for (const Values& values : examples_) {
      const auto truth = holds(question, values);
      if (!truth) continue;
      (*truth ? seen.satisfied : seen.falsified) = true;
    }
    return seen;
  }

  std::string report(const Statement& question, const Relation& relation, const Answer& answer) {
    std::string out = relation.text();
    z3::expr_vector defined(context_);
    out += "\n  written: " + state(question, defined).to_string() + "\n  given";
    for (const Fact& fact : store_.facts()) out += " " + fact.relation.text() + ",";
    for (int i = 0; i < scope_->size(); ++i) {
      const Symbol info = scope_->info(i);
      if (info.lower != 0 || info.upper != INT64_MAX)
        out += " " + info.name + " in " + std::to_string(info.lower) + ".." + std::to_string(info.upper);
    }
    out += "\n  " + store_.explain(relation, answer);
    return out;
  }

  Generator generator_;
  std::shared_ptr<DimScope> scope_;
  FactStore store_;
  std::vector<Dim> symbols_;
  std::vector<Statement> facts_;
  z3::context& context_;
  z3::solver solver_;
  std::vector<z3::expr> unknowns_;
  std::vector<Values> examples_;
  Counts& counts_;
};

double share(int64_t part, int64_t whole) { return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole); }

double median_ns(std::vector<int64_t> times) {
  if (times.empty()) return 0;
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return static_cast<double>(times[times.size() / 2]);
}

double percentile_ns(std::vector<int64_t> times, double part) {
  if (times.empty()) return 0;
  std::ranges::sort(times);
  return static_cast<double>(times[static_cast<size_t>(part * static_cast<double>(times.size() - 1))]);
}

void print(const char* name, const Counts& c) {
  const int64_t decided = c.yes + c.no - c.unverified + c.missed;
  std::printf(
      "%-10s %6ld pairs: %ld yes, %ld no (%ld where Z3 gives up), %ld neither, %ld open; Unknown where Z3 decides %.2f %% (%ld of %ld)\n",
      name, c.pairs, c.yes, c.no, c.unverified, c.shown, c.open, share(c.missed, decided), c.missed, decided);
  std::printf(
      "%-10s question: median %.0f ns, 90 %% %.0f ns, 99 %% %.0f ns, longest %.0f ns; contradictory facts: %ld refused, %ld not seen\n", "",
      median_ns(c.times), percentile_ns(c.times, 0.9), percentile_ns(c.times, 0.99), percentile_ns(c.times, 1), c.refused,
      c.contradictions_missed);
  std::printf("%-10s oracle: %.1f s in %ld calls\n", "", 1e-9 * static_cast<double>(c.oracle_ns), c.oracle_calls);
}

TEST(FactsAgainstZ3, NoYesAndNoNoThatItRefutes) {
  const int64_t pairs = setting("GEARBOX_FACT_PAIRS", 20000);
  const uint64_t seed = static_cast<uint64_t>(setting("GEARBOX_FACT_SEED", 1));
  z3::context context;
  std::array<Counts, 3> counts;
  for (int64_t i = 0; i < pairs / kQuestions && !::testing::Test::HasFailure(); ++i) {
    // Half of the cases are linear.
    const int family = i % 2 == 0 ? 0 : i % 4 == 1 ? 1 : 2;
    Case test(context, seed + static_cast<uint64_t>(i), static_cast<Family>(family), counts[static_cast<size_t>(family)]);
    for (int q = 0; q < kQuestions; ++q) test.ask();
  }
  Counts all;
  for (int family = 0; family < 3; ++family) {
    const Counts& c = counts[static_cast<size_t>(family)];
    print(kFamilyNames[family], c);
    all.pairs += c.pairs, all.yes += c.yes, all.no += c.no, all.missed += c.missed, all.shown += c.shown;
    all.unverified += c.unverified, all.open += c.open, all.refused += c.refused, all.contradictions_missed += c.contradictions_missed;
    all.times.insert(all.times.end(), c.times.begin(), c.times.end());
  }
  print("all", all);
  const Counts& linear = counts[0];
  EXPECT_LT(share(linear.missed, linear.yes + linear.no - linear.unverified + linear.missed), 2.0);
}

}  // namespace gearbox::facts_test
