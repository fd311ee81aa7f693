// Asks the fact store and Z3 the same questions. GEARBOX_FACT_PAIRS sets how many pairs of facts and question, GEARBOX_FACT_SEED the
// first seed; GEARBOX_FACT_MISSES=1 prints the questions that Z3 decides and the store does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "base/clock.h"
#include "shape/facts/fact_store.h"
#include "shape/facts/z3_oracle_test_support.h"

namespace gearbox::facts_test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int64_t kPairs = 4000;
#else
constexpr int64_t kPairs = 100000;
#endif
constexpr int kQuestions = 10;       ///< about one set of facts
constexpr int kProofsChecked = 8;    ///< of so many verdicts one is checked against the facts its proof names alone
constexpr double kMostMissed = 2.0;  ///< percent of the linear questions that Z3 decides

int64_t setting(const char* name, int64_t otherwise) {
  const char* value = std::getenv(name);
  return value ? std::atoll(value) : otherwise;
}

bool divides_by_expression(const Tree& tree) {
  const bool division = tree.operation == Operation::kFloorDiv || tree.operation == Operation::kMod;
  return (division && tree.children[1].operation != Operation::kConstant) ||
         std::ranges::any_of(tree.children, [](const Tree& child) { return divides_by_expression(child); });
}

struct Counts {
  int64_t pairs = 0, yes = 0, no = 0;
  int64_t missed = 0;      ///< Z3 decides and the store does not
  int64_t neither = 0;     ///< both are possible
  int64_t unverified = 0;  ///< a verdict of the store on which Z3 gave up
  int64_t open = 0;        ///< both give up
  int64_t proofs = 0;      ///< checked alone
  int64_t refused = 0, contradictions_missed = 0;
  std::vector<int64_t> times = {};

  void add(const Counts& c) {
    pairs += c.pairs, yes += c.yes, no += c.no, missed += c.missed, neither += c.neither, unverified += c.unverified, open += c.open;
    proofs += c.proofs, refused += c.refused, contradictions_missed += c.contradictions_missed;
    times.insert(times.end(), c.times.begin(), c.times.end());
  }

  int64_t decided() const { return yes + no - unverified + missed; }
  double missed_percent() const { return decided() == 0 ? 0 : 100.0 * static_cast<double>(missed) / static_cast<double>(decided()); }

  double time_ns(double part) const {
    if (times.empty()) return 0;
    std::vector<int64_t> sorted = times;
    std::ranges::sort(sorted);
    return static_cast<double>(sorted[static_cast<size_t>(part * static_cast<double>(sorted.size() - 1))]);
  }

  void print(const char* name) const {
    std::printf("%-9s %6ld pairs: %ld yes, %ld no (Z3 gives up on %ld), %ld neither, %ld open\n", name, pairs, yes, no, unverified, neither,
                open);
    std::printf("%-9s Unknown where Z3 decides: %.2f %% (%ld of %ld); proofs checked alone: %ld\n", "", missed_percent(), missed, decided(),
                proofs);
    std::printf("%-9s contradictory facts: %ld refused, %ld not seen; a question: median %.0f ns, 90 %% %.0f ns, 99 %% %.0f ns\n", "",
                refused, contradictions_missed, time_ns(0.5), time_ns(0.9), time_ns(0.99));
  }
};

/// One set of facts in the store and in the oracle.
class Case {
 public:
  Case(z3::context& context, uint64_t seed, Family family, Counts& counts) : generator_(seed, family), oracle_(context), counts_(counts) {
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
    if (answer.unknown()) {
      check_unknown(question, relation, answer);
    } else {
      check_verdict(question, relation, answer);
    }
    check_values(relation.a);
  }

 private:
  void add_symbol(int index) {
    symbols_.push_back(scope_->symbol(std::string(1, static_cast<char>('A' + index))));
    if (generator_.below(4) == 0) {
      const int64_t lower = generator_.below(4);
      scope_->narrow(index, lower, generator_.below(3) == 0 ? INT64_MAX : lower + generator_.below(60));
    }
    const Symbol info = scope_->info(index);
    oracle_.add_symbol({info.lower, info.upper});
  }

  void add_fact(const Statement& fact) {
    const Relation relation = build(fact, symbols_);
    const Status status = store_.add({Fact::Kind::kGiven, relation, "test"});
    if (!status.ok()) {
      ++counts_.refused;
      EXPECT_NE(oracle_.check(fact, true), Outcome::kPossible) << "refused: " << status.message() << report(fact, relation);
      return;
    }
    oracle_.add_fact(fact);
    facts_.push_back(fact);
    if (oracle_.check() != Outcome::kImpossible) return;
    ++counts_.contradictions_missed;
    if (setting("GEARBOX_FACT_MISSES", 0) != 0) std::cout << "missed contradiction: " << report(fact, relation) << "\n";
  }

  void check_verdict(const Statement& question, const Relation& relation, const Answer& answer) {
    ++(answer.yes() ? counts_.yes : counts_.no);
    const Outcome outcome = oracle_.check(question, answer.no());
    EXPECT_NE(outcome, Outcome::kPossible) << "wrong " << (answer.yes() ? "yes" : "no") << ": " << report(question, relation);
    if (outcome == Outcome::kOpen) ++counts_.unverified;
    if (generator_.below(kProofsChecked) != 0) return;
    ++counts_.proofs;
    EXPECT_NE(oracle_.check_with(answer.facts, question, answer.no()), Outcome::kPossible)
        << "not proven by what it names: " << report(question, relation);
  }

  void check_unknown(const Statement& question, const Relation& relation, const Answer& answer) {
    const Outcome without = oracle_.check(question, false);
    const Outcome with = without == Outcome::kImpossible ? Outcome::kPossible : oracle_.check(question, true);
    if (without == Outcome::kPossible && with == Outcome::kPossible) {
      ++counts_.neither;
      return;
    }
    if (without != Outcome::kImpossible && with != Outcome::kImpossible) {
      ++counts_.open;
      return;
    }
    ++counts_.missed;
    // Z3 also knows that written divisors are not 0, of which simplified expressions may have lost sight.
    const auto divides = [](const Statement& s) { return divides_by_expression(s.a) || divides_by_expression(s.b); };
    EXPECT_FALSE(answer.independent && !divides(question) && std::ranges::none_of(facts_, divides)) << report(question, relation);
    if (setting("GEARBOX_FACT_MISSES", 0) == 0) return;
    std::cout << (without == Outcome::kImpossible ? "missed yes: " : "missed no: ") << report(question, relation) << "\n";
  }

  /// Range, remainder and canonical form of an expression, at the values that Z3 has shown.
  void check_values(Dim dim) {
    if (dim.is_overflow()) return;
    const Interval range = store_.range(dim);
    const Congruence congruence = store_.congruence(dim);
    const Dim canonical = store_.canonical(dim);
    for (const Values& values : oracle_.examples()) {
      const auto binding = [&values](SymbolId id) { return std::optional(values[static_cast<size_t>(id)]); };
      const auto value = dim.evaluate(binding);
      if (!value) continue;
      EXPECT_TRUE(range.lower <= *value && *value <= range.upper) << dim.text() << " is " << *value;
      EXPECT_TRUE(congruence.modulus == 0 ? *value == congruence.residue : (*value - congruence.residue) % congruence.modulus == 0)
          << dim.text() << " is " << *value << ", not " << congruence.residue << " modulo " << congruence.modulus;
      EXPECT_EQ(canonical.evaluate(binding), value) << dim.text() << " became " << canonical.text();
    }
  }

  std::string report(const Statement& question, const Relation& relation) {
    std::string out = store_.explain(relation, store_.ask(relation)) + "\n  written: " + oracle_.text(question) + "\n  given";
    for (const Fact& fact : store_.facts()) out += " " + fact.relation.text() + ",";
    for (SymbolId i = 0; i < scope_->size(); ++i) {
      const Symbol info = scope_->info(i);
      out += " " + info.name + " in " + std::to_string(info.lower) + ".." + (info.upper == INT64_MAX ? "" : std::to_string(info.upper));
    }
    return out;
  }

  Generator generator_;
  std::shared_ptr<DimScope> scope_ = std::make_shared<DimScope>();
  FactStore store_{scope_};
  Oracle oracle_;
  std::vector<Dim> symbols_;
  std::vector<Statement> facts_;
  Counts& counts_;
};

TEST(FactsAgainstZ3, NoYesAndNoNoThatItRefutes) {
  const int64_t pairs = setting("GEARBOX_FACT_PAIRS", kPairs);
  const auto seed = static_cast<uint64_t>(setting("GEARBOX_FACT_SEED", 1));
  z3::context context;
  std::array<Counts, 3> counts;
  for (int64_t i = 0; i < pairs / kQuestions && !::testing::Test::HasFailure(); ++i) {
    // Half of the cases are linear.
    const size_t family = i % 2 == 0 ? 0 : i % 4 == 1 ? 1 : 2;
    Case test(context, seed + static_cast<uint64_t>(i), static_cast<Family>(family), counts[family]);
    for (int q = 0; q < kQuestions; ++q) test.ask();
  }
  Counts all;
  for (size_t family = 0; family < counts.size(); ++family) {
    counts[family].print(kFamilyNames[family]);
    all.add(counts[family]);
  }
  all.print("all");
  EXPECT_LT(counts[0].missed_percent(), kMostMissed);
}

}  // namespace gearbox::facts_test
