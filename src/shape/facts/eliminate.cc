#include "shape/facts/eliminate.h"

#include <algorithm>
#include <numeric>

#include "expr/scalar.h"

namespace gearbox::facts {

bool Elimination::refuted() {
  for (int r = system_.rows() - 1; r >= 0; --r) {
    hash_row(system_.row(r), system_.columns());
    if (!tidy(system_.row(r))) remove(r);
  }
  compare_all();
  while (!contradiction_ && !stuck_ && !broken_ && !effort_.spent()) {
    if (const int equality = find_equality(); equality >= 0) {
      eliminate_equality(equality);
      if (find_equality() < 0) compare_all();
      continue;
    }
    const int column = cheapest_column();
    if (column < 0) break;
    eliminate_column(column);
  }
  return contradiction_;
}

void Elimination::conclude(Origin origin) {
  if (contradiction_) return;
  contradiction_ = true;
  origin_ = origin;
}

void Elimination::remove(int index) {
  const int last = --system_.rows_;
  if (index != last) copy_row(system_.row(index), system_.row(last), system_.columns());
}

/// False where the row says nothing (more).
bool Elimination::tidy(DenseRow& row) {
  const Tidied tidied = tidy_row(row, system_.columns());
  if (tidied == Tidied::kImpossible) conclude(row.origin);
  return tidied == Tidied::kUseful;
}

int Elimination::find_equality() const {
  for (int index = 0; index < system_.rows(); ++index) {
    if (system_.row(index).equality) return index;
  }
  return -1;
}

/// Compares the row with the `count` first ones. False where the row is not needed as one of them says as much or has taken over what
/// it says; two rows that enclose one value become an equality.
bool Elimination::compare_with(int index, int count) {
  DenseRow& row = system_.row(index);
  const int columns = system_.columns();
  for (int i = 0; i < count; ++i) {
    DenseRow& other = system_.row(i);
    if (parallel(row, other, 1, columns)) {
      merge_same(row, other);
      return false;
    }
    if (parallel(row, other, -1, columns) && merge_opposite(row, other)) return false;
  }
  return true;
}

/// The same sum in both rows: the other keeps what is stronger.
void Elimination::merge_same(const DenseRow& row, DenseRow& other) {
  const bool contradictory = (row.equality && other.equality && row.constant != other.constant) ||
                             (row.equality && !other.equality && other.constant < row.constant) ||
                             (!row.equality && other.equality && row.constant < other.constant);
  if (contradictory) conclude(row.origin | other.origin);
  const bool stronger = row.equality ? !other.equality : !other.equality && row.constant < other.constant;
  if (stronger) copy_row(other, row, system_.columns());
}

/// A sum in one row and its negation in the other. False where both rows are needed.
bool Elimination::merge_opposite(const DenseRow& row, DenseRow& other) {
  int64_t width;
  if (__builtin_add_overflow(row.constant, other.constant, &width)) return false;
  if (width < 0 || (width > 0 && row.equality && other.equality)) conclude(row.origin | other.origin);
  if (row.equality || other.equality) {
    if (!other.equality) copy_row(other, row, system_.columns());
    return true;
  }
  if (width != 0) return false;
  other.equality = true;
  other.origin = other.origin | row.origin;
  return true;
}

void Elimination::compare_all() {
  for (int i = 1; i < system_.rows() && !contradiction_;) {
    if (compare_with(i, i)) {
      ++i;
    } else {
      remove(i);
    }
  }
}

/// The column whose elimination adds the fewest rows, with a preference for those where it is exact for integers.
int Elimination::cheapest_column() const {
  constexpr int kInexact = 4;
  int best = -1, best_cost = INT32_MAX;
  for (int c = 0; c < system_.columns(); ++c) {
    if (c == keep_) continue;
    int positive = 0, negative = 0;
    bool units_above = true, units_below = true;
    for (int r = 0; r < system_.rows(); ++r) {
      const int64_t coefficient = at(r, c);
      if (coefficient > 0) {
        ++positive;
        units_above &= coefficient == 1;
      } else if (coefficient < 0) {
        ++negative;
        units_below &= coefficient == -1;
      }
    }
    if (positive + negative == 0) continue;
    const int cost = positive * negative - positive - negative + (units_above || units_below ? 0 : kInexact);
    if (cost < best_cost) {
      best_cost = cost;
      best = c;
    }
  }
  return best;
}

void Elimination::append_combination(const DenseRow& positive, const DenseRow& negative, int column) {
  if (system_.rows() == kMaxRows) {
    stuck_ = true;
    return;
  }
  const int64_t above = positive.coefficients[static_cast<size_t>(column)], below = -negative.coefficients[static_cast<size_t>(column)];
  const int64_t common = std::gcd(above, below);
  DenseRow& row = system_.row(system_.rows());
  copy_row(row, positive, system_.columns());
  --effort_.steps;
  if (!scale_row(row, below / common, system_.columns()) || !add_multiple(row, negative, above / common, system_.columns())) return;
  if (tidy(row) && compare_with(system_.rows(), system_.rows())) ++system_.rows_;
}

void Elimination::eliminate_column(int column) {
  std::array<int16_t, kMaxRows> above, below;
  size_t positive = 0, negative = 0;
  const int rows = system_.rows();
  for (int r = 0; r < rows; ++r) {
    if (at(r, column) > 0) above[positive++] = static_cast<int16_t>(r);
    if (at(r, column) < 0) below[negative++] = static_cast<int16_t>(r);
  }
  for (size_t p = 0; p < positive; ++p) {
    for (size_t n = 0; n < negative && !contradiction_ && !stuck_ && !effort_.spent(); ++n) {
      append_combination(system_.row(above[p]), system_.row(below[n]), column);
    }
  }
  for (int r = rows - 1; r >= 0; --r) {
    if (at(r, column) != 0) remove(r);
  }
}

KeptValues Elimination::kept() const {
  KeptValues values;
  if (broken_) return values;
  values.modulus = scale_;
  values.residue = scale_ > 1 ? *scalar::mod(offset_, scale_) : scale_ == 0 ? offset_ : 0;
  if (scale_ == 0) values.range = {offset_, offset_};
  for (int r = 0; r < system_.rows(); ++r) {
    const DenseRow& row = system_.row(r);
    const auto used = std::span(row.coefficients).first(static_cast<size_t>(system_.columns()));
    const int64_t coefficient = at(r, keep_);
    if (std::ranges::count(used, 0) + 1 != system_.columns() || (coefficient != 1 && coefficient != -1)) continue;
    const auto scaled = scalar::mul(coefficient > 0 ? -row.constant : row.constant, scale_);
    const auto end = scaled ? scalar::add(*scaled, offset_) : scaled;
    if (!end) continue;
    if (coefficient > 0) values.range.lower = std::max(values.range.lower, *end);
    if (coefficient < 0) values.range.upper = std::min(values.range.upper, *end);
  }
  return values;
}

}  // namespace gearbox::facts
