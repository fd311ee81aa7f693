#include "shape/facts/system.h"

#include <algorithm>

namespace gearbox::facts {

System& System::operator=(const System& other) {
  columns_ = other.columns_;
  rows_ = other.rows_;
  std::copy_n(other.nodes_.begin(), columns_, nodes_.begin());
  std::copy_n(other.storage_.begin(), rows_, storage_.begin());
  return *this;
}

int System::column(const DimNode* node) {
  const auto end = nodes_.begin() + columns_;
  const auto found = std::find(nodes_.begin(), end, node);
  if (found != end) return static_cast<int>(found - nodes_.begin());
  if (columns_full()) return -1;
  nodes_[static_cast<size_t>(columns_)] = node;
  return columns_++;
}

int System::fresh_column() {
  nodes_[static_cast<size_t>(columns_)] = nullptr;
  return columns_++;
}

void System::start_draft() {
  if (drafting_) return;
  drafting_ = true;
  draft_fits_ = rows_ < kMaxRows;
  DenseRow& draft = row(rows_);
  draft.coefficients.fill(0);
  draft.constant = 0;
}

System& System::draft_constant(int64_t value) {
  start_draft();
  draft_fits_ &= !__builtin_add_overflow(row(rows_).constant, value, &row(rows_).constant) && row(rows_).constant != INT64_MIN;
  return *this;
}

System& System::draft_column(int column, int64_t factor) {
  start_draft();
  if (column < 0) {
    draft_fits_ = false;
    return *this;
  }
  int64_t& coefficient = row(rows_).coefficients[static_cast<size_t>(column)];
  draft_fits_ &= !__builtin_add_overflow(coefficient, factor, &coefficient) && coefficient != INT64_MIN;
  return *this;
}

void System::draft_terms(std::span<const Term> terms, int64_t factor) {
  for (const Term& term : terms) {
    int64_t scaled;
    draft_fits_ &= !__builtin_mul_overflow(term.coefficient, factor, &scaled);
    if (!draft_fits_) return;
    draft_column(column(term.monomial), scaled);
  }
}

System& System::draft(Dim dim, int64_t factor) {
  start_draft();
  if (dim.is_overflow()) {
    draft_fits_ = false;
    return *this;
  }
  const SumView view(dim);
  int64_t scaled;
  draft_fits_ &= !__builtin_mul_overflow(view.constant(), factor, &scaled);
  if (draft_fits_) draft_constant(scaled);
  if (draft_fits_) draft_terms(view.terms(), factor);
  return *this;
}

System& System::draft(const Sum& sum, int64_t factor) {
  start_draft();
  int64_t scaled;
  draft_fits_ &= !sum.overflow() && !__builtin_mul_overflow(sum.constant(), factor, &scaled);
  if (draft_fits_) draft_constant(scaled);
  if (draft_fits_) draft_terms(sum.terms(), factor);
  return *this;
}

bool System::commit(bool equality, Origin origin) {
  start_draft();
  drafting_ = false;
  if (!draft_fits_) return false;
  DenseRow& draft = row(rows_++);
  draft.equality = equality;
  draft.origin = origin;
  return true;
}

}  // namespace gearbox::facts
