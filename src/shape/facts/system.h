#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "expr/node.h"
#include "expr/sum.h"
#include "shape/facts/dense_row.h"

namespace gearbox::facts {

constexpr int kMaxRows = 96;

/// A small system of linear rows over columns: atoms and monomials taken as independent unknown integers. What does not fit (columns,
/// rows, int64) is left out: what follows from the rest still holds.
class System {
 public:
  System() {}  // the rows stay uninitialised: there are many, and few are used
  System(const System& other) { *this = other; }
  System& operator=(const System& other);

  int columns() const { return columns_; }
  const DimNode* node(int column) const { return nodes_[static_cast<size_t>(column)]; }
  std::span<const DimNode* const> nodes() const { return std::span(nodes_).first(static_cast<size_t>(columns_)); }
  /// The node's column, made where there is none; -1 where all are taken.
  int column(const DimNode* node);
  /// A new unknown, once: a column is set aside for it.
  int fresh_column();

  int rows() const { return rows_; }
  bool rows_full() const { return rows_ == kMaxRows; }
  /// Nodes have all columns but the one set aside.
  bool columns_full() const { return columns_ >= kMaxColumns - 1; }
  DenseRow& row(int index) { return storage_[static_cast<size_t>(index)]; }
  const DenseRow& row(int index) const { return storage_[static_cast<size_t>(index)]; }

  /// Adds factor * expression to the row being drafted behind the last one.
  System& draft(Dim dim, int64_t factor);
  System& draft(const Sum& sum, int64_t factor);
  System& draft_column(int column, int64_t factor);
  System& draft_constant(int64_t value);
  /// Appends the drafted row; false where it was left out.
  bool commit(bool equality, Origin origin);

 private:
  friend class Elimination;
  void start_draft();
  void draft_terms(std::span<const Term> terms, int64_t factor);

  int columns_ = 0;
  int rows_ = 0;
  bool drafting_ = false;
  bool draft_fits_ = true;
  std::array<const DimNode*, kMaxColumns> nodes_;
  std::array<DenseRow, kMaxRows + 1> storage_;
};

}  // namespace gearbox::facts
