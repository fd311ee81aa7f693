#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "expr/dim.h"

namespace gearbox {

/// What a node is. Up to kProduct the nodes are atoms; the order is the order atoms are written in.
enum class NodeKind : uint8_t {
  kSymbol,
  kFloorDiv,   ///< operands: dividend, divisor
  kMod,        ///< operands: dividend, divisor
  kMin,        ///< two or more operands, sorted
  kMax,        ///< two or more operands, sorted
  kBroadcast,  ///< two or more operands, sorted
  kProduct,    ///< two sums, sorted, whose product would have too many terms to be multiplied out
  kMonomial,   ///< a product of atoms: two or more factors counting powers
  kSum,        ///< anything else: integer multiples of atoms and monomials, and a constant
  kOverflow,
};

/// An integer multiple of an atom or monomial.
struct Term {
  const DimNode* monomial;
  int64_t coefficient;
  friend bool operator==(const Term&, const Term&) = default;
};

/// A power of an atom.
struct Factor {
  const DimNode* atom;
  int32_t power;
  friend bool operator==(const Factor&, const Factor&) = default;
};

/// The fact value = residue modulo modulus. Modulus 0: the value is exactly the residue; 1: nothing is known.
struct Congruence {
  int64_t modulus = 1;
  int64_t residue = 0;
};

/// What makes two nodes the same.
struct NodeContent {
  NodeKind kind = NodeKind::kOverflow;
  SymbolId symbol = -1;         ///< kSymbol
  int64_t constant = 0;         ///< kSum
  std::vector<Dim> operands;    ///< functions and kProduct
  std::vector<Factor> factors;  ///< kMonomial: by compare_atoms, powers >= 1
  std::vector<Term> terms;      ///< kSum: by compare_monomials, coefficients != 0
  friend bool operator==(const NodeContent& a, const NodeContent& b) = default;
};

/// An interned expression: two nodes of one scope with equal content are one node. Immutable but for the cached bounds.
class DimNode : public NodeContent {
 public:
  DimNode() = default;
  DimNode(DimScope& owner, NodeContent&& content);

  /// The unique node of that content, as a Dim; overflow() where it nests deeper than kMaxDepth. Safe from many threads.
  static Dim intern(DimScope& scope, NodeContent&& content);

  /// The Dim that points here.
  Dim dim() const { return Dim(this); }
  bool is_atom() const { return kind <= NodeKind::kProduct; }
  /// The current bounds: recomputed when a symbol was narrowed since they were cached. Lock-free.
  Interval bounds() const;
  /// Symbols only: replaces the range.
  void set_range(Interval range) const;
  /// Symbols only: says that another node was made of this one.
  void mark_used() const { used_.store(true, std::memory_order_relaxed); }
  bool used() const { return used_.load(std::memory_order_relaxed); }

  DimScope* scope = nullptr;
  int32_t depth = 0;   ///< levels of functions and products
  int64_t degree = 1;  ///< number of factors, for atoms and monomials
  Congruence congruence;

 private:
  mutable std::atomic<int64_t> lower_{INT64_MIN};
  mutable std::atomic<int64_t> upper_{INT64_MAX};
  mutable std::atomic<uint64_t> epoch_{0};
  mutable std::atomic<bool> used_{false};
};

/// Deeper nesting of functions gives Dim::overflow(), so that recursion over an expression is bounded.
constexpr int32_t kMaxDepth = 500;

/// Total orders on structure (symbols by id, so independent of addresses): negative when `a` is written before `b`.
int compare_atoms(const DimNode* a, const DimNode* b);
/// Higher degree first, then lexicographic: an admissible order, multiplication keeps it.
int compare_monomials(const DimNode* a, const DimNode* b);
/// Constants last.
int compare_dims(Dim a, Dim b);

/// A Dim as constant + terms, whatever its node's kind. Must outlive the spans it hands out.
class SumView {
 public:
  explicit SumView(Dim dim);
  SumView(const SumView&) = delete;
  SumView& operator=(const SumView&) = delete;
  int64_t constant() const { return constant_; }
  std::span<const Term> terms() const { return terms_; }
  /// Terms, counting a non-zero constant.
  size_t size() const { return terms_.size() + (constant_ != 0 ? 1 : 0); }

 private:
  int64_t constant_ = 0;
  Term single_{nullptr, 1};
  std::span<const Term> terms_;
};

/// An atom or monomial as its factors. Must outlive the span it hands out.
class FactorView {
 public:
  explicit FactorView(const DimNode* monomial) : single_{monomial, 1} {
    factors_ = monomial->is_atom() ? std::span<const Factor>(&single_, 1) : std::span<const Factor>(monomial->factors);
  }
  FactorView(const FactorView&) = delete;
  FactorView& operator=(const FactorView&) = delete;
  std::span<const Factor> factors() const { return factors_; }

 private:
  Factor single_;
  std::span<const Factor> factors_;
};

/// The scope of the first operand that has one; nullptr where all are constant.
DimScope* scope_of(Dim a, Dim b = 0);

}  // namespace gearbox
