#include <numeric>
#include <utility>

#include "expr/scalar.h"
#include "shape/facts/eliminate.h"

namespace gearbox::facts {

namespace equalities_detail {

__extension__ typedef __int128 Wide;

int64_t magnitude(int64_t v) { return v < 0 ? -v : v; }

/// a / b to the nearest integer; neither is INT64_MIN.
int64_t nearest_quotient(int64_t a, int64_t b) {
  const int64_t quotient = a / b, rest = a % b;
  if (magnitude(rest) <= magnitude(b) - magnitude(rest)) return quotient;
  return quotient + ((rest < 0) == (b < 0) ? 1 : -1);
}

/// The x in [0, modulus) with a*x = 1; a and modulus > 1 have no common divisor.
int64_t inverse(int64_t a, int64_t modulus) {
  int64_t r = modulus, next = *scalar::mod(a, modulus), x = 0, next_x = 1;
  while (next != 0) {
    const int64_t quotient = r / next;
    r = std::exchange(next, r - quotient * next);
    x = std::exchange(next_x, x - quotient * next_x);
  }
  return *scalar::mod(x, modulus);
}

}  // namespace equalities_detail

using namespace equalities_detail;

void Elimination::eliminate_equality(int index) {
  if (!tidy(system_.row(index))) return remove(index);
  const int column = unit_column(index);
  if (column < 0) return remove(index);
  substitute(index, column);
  if (column == keep_) fix_kept(index);
  remove(index);
}

/// A column of the equality with coefficient 1 or -1, after changes of unknowns where it has none; -1 where the row is of no use.
int Elimination::unit_column(int index) {
  while (!effort_.spent() && !broken_) {
    int smallest = -1, others = 0;
    for (int i = 0; i < system_.columns(); ++i) {
      if (i == keep_ || at(index, i) == 0) continue;
      ++others;
      if (smallest < 0 || magnitude(at(index, i)) < magnitude(at(index, smallest))) smallest = i;
    }
    if (smallest < 0) return keep_;
    if (magnitude(at(index, smallest)) == 1) return smallest;
    --effort_.steps;
    if (others > 1) {
      change_unknown(index, smallest);
    } else if (!scale_kept(index, smallest)) {
      return -1;
    }
  }
  return -1;
}

/// Replaces the column's unknown x by x' = x + rounded quotients times the row's other unknowns, so that their coefficients shrink
/// below the column's.
void Elimination::change_unknown(int index, int column) {
  std::array<int64_t, kMaxColumns> quotients{};
  const int64_t by = at(index, column);
  for (int i = 0; i < system_.columns(); ++i) {
    if (i != column && i != keep_) quotients[static_cast<size_t>(i)] = nearest_quotient(at(index, i), by);
  }
  for (int r = 0; r < system_.rows(); ++r) {
    const int64_t factor = at(r, column);
    if (factor == 0) continue;
    bool over = false;
    for (int i = 0; i < system_.columns(); ++i) {
      int64_t product;
      over |= __builtin_mul_overflow(quotients[static_cast<size_t>(i)], factor, &product);
      over |= __builtin_sub_overflow(at(r, i), product, &at(r, i));
      over |= at(r, i) == INT64_MIN;
    }
    --effort_.steps;
    hash_row(system_.row(r), system_.columns());
    if (!over) continue;
    clear_row(system_.row(r));
    broken_ |= r == index;
  }
}

/// From a*kept + g*x + c = 0, a and g without common divisor: kept = r modulo g, and kept = g*kept' + r leaves x with coefficient 1.
bool Elimination::scale_kept(int index, int column) {
  const int64_t g = magnitude(at(index, column));
  const Wide product = Wide{*scalar::mod(system_.row(index).constant, g)} * inverse(at(index, keep_), g);
  const int64_t residue = *scalar::mod(-static_cast<int64_t>(product % g), g);
  const Origin origin = system_.row(index).origin;
  int64_t shift;
  broken_ |= __builtin_mul_overflow(scale_, residue, &shift) || __builtin_add_overflow(offset_, shift, &offset_) ||
             __builtin_mul_overflow(scale_, g, &scale_);
  for (int r = 0; r < system_.rows() && !broken_; ++r) {
    DenseRow& row = system_.row(r);
    const int64_t factor = at(r, keep_);
    if (factor == 0) continue;
    bool over = __builtin_mul_overflow(factor, residue, &shift);
    over |= __builtin_add_overflow(row.constant, shift, &row.constant);
    over |= __builtin_mul_overflow(factor, g, &at(r, keep_));
    over |= row.constant == INT64_MIN || at(r, keep_) == INT64_MIN;
    row.origin = row.origin | origin;
    hash_row(row, system_.columns());
    if (!over && tidy(row)) continue;
    clear_row(row);
    broken_ |= r == index;
  }
  return !broken_;
}

/// Adds multiples of the equality to the other rows so that the column is in none of them.
void Elimination::substitute(int index, int column) {
  const DenseRow& equality = system_.row(index);
  for (int r = 0; r < system_.rows(); ++r) {
    const int64_t factor = at(r, column);
    if (r == index || factor == 0) continue;
    --effort_.steps;
    DenseRow& row = system_.row(r);
    const bool fits = add_multiple(row, equality, at(index, column) > 0 ? -factor : factor, system_.columns());
    if (!fits || !tidy(row)) clear_row(row);
  }
}

/// The kept column's unknown has one value.
void Elimination::fix_kept(int index) {
  const int64_t constant = system_.row(index).constant;
  int64_t shift;
  broken_ |= __builtin_mul_overflow(scale_, at(index, keep_) > 0 ? -constant : constant, &shift) ||
             __builtin_add_overflow(offset_, shift, &offset_);
  scale_ = 0;
}

}  // namespace gearbox::facts
