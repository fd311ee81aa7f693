#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "expr/node.h"
#include "expr/whole_extents.h"
#include "ir/fact.h"
#include "shape/facts/answer.h"

namespace gearbox {

namespace facts {
class Knowledge;
}

/// Facts about extents and what follows from them. Expressions are mathematical integers; a relation speaks of the values at which both
/// its sides are defined. Symbols are >= 0 and in their range in the DimScope; nothing is assumed of 0 and 1, and nothing is ever
/// concluded from examples of values.
///
/// Answers are proofs: never wrong, not always found. Each question costs a bounded number of steps. Copies are independent and cheap
/// until one is added to. Questions may be asked from many threads at once; add() needs the store to itself.
class FactStore {
 public:
  explicit FactStore(std::shared_ptr<DimScope> scope);
  ~FactStore();
  FactStore(const FactStore&);
  FactStore& operator=(const FactStore&);
  FactStore(FactStore&&) noexcept;
  FactStore& operator=(FactStore&&) noexcept;

  const std::shared_ptr<DimScope>& scope() const { return scope_; }
  /// Symbols that texts leave out in favour of the extents they are quotients of.
  void write_in(std::map<SymbolId, WholeExtent> extents) { extents_ = std::move(extents); }

  /// Adds a fact. Where it contradicts the facts there are, an error (invalid_argument) lists a smallest contradictory set of facts, each
  /// with its origin, and the store is as before. A relation with an overflowing side is an error too.
  Status add(const Fact& fact);
  std::span<const Fact> facts() const;

  Answer ask(const Relation& relation) const;
  Answer equal(Dim a, Dim b) const { return ask(gearbox::equal(a, b)); }
  Answer at_most(Dim a, Dim b) const { return ask(gearbox::at_most(a, b)); }
  /// a >= 1.
  Answer positive(Dim a) const { return ask(gearbox::at_most(1, a)); }
  /// a >= 0.
  Answer non_negative(Dim a) const { return ask(gearbox::at_most(0, a)); }
  /// a is a multiple of m.
  Answer divides(int64_t m, Dim a) const { return ask(multiple_of(a, m)); }

  /// Values the expression can take; sound, not always tight. INT64_MIN and INT64_MAX: no bound known.
  Interval range(Dim dim) const;
  /// What is known of the remainders of the expression.
  Congruence congruence(Dim dim) const;

  /// The expression with the equalities applied: of symbols that equal an expression without them the latest is replaced, products and
  /// functions by what they equal; operands of min, max and broadcast that cannot decide are left out. Two expressions with one canonical
  /// form are equal; a symbol is never replaced by what contains it.
  Dim canonical(Dim dim) const;
  /// The expressions among symbols and sides of facts that have the canonical form of `dim`, itself left out.
  std::vector<Dim> equal_to(Dim dim) const;

  /// The answer in lines: the facts a proof rests on with their origins; for Unknown, values that show it and what is missing.
  std::string explain(const Relation& relation, const Answer& answer) const;
  /// A simpler relation that would answer Yes, for example batch == beam for L*batch == L*beam; nullopt where none simpler is known.
  std::optional<Relation> missing(const Relation& relation) const;

 private:
  Status forget(const facts::Knowledge& knowledge, const Fact& fact);

  std::shared_ptr<DimScope> scope_;
  std::shared_ptr<facts::Knowledge> knowledge_;
  std::map<SymbolId, WholeExtent> extents_;  ///< by the symbol of a quotient
};

}  // namespace gearbox
