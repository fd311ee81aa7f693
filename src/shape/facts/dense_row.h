#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace gearbox::facts {

constexpr int kMaxColumns = 32;

/// What a derived row rests on: bits of source rows, and of the ranges of columns (bit 2*column the lower end, 2*column + 1 the upper).
struct Origin {
  uint64_t rows;
  uint64_t ranges;
  friend Origin operator|(Origin a, Origin b) { return {a.rows | b.rows, a.ranges | b.ranges}; }
};

/// The sum of coefficients times columns, plus a constant, is >= 0 or == 0. Trivial, so that arrays of it cost nothing to make.
/// INT64_MIN counts as past int64: every value can be negated. Functions touch only the first `columns` coefficients.
struct DenseRow {
  int64_t constant;
  uint64_t hash;  ///< linear in the coefficients: the negated row has the negated hash
  Origin origin;
  bool equality;
  std::array<int64_t, kMaxColumns> coefficients;
};

/// Sets the hash from the coefficients.
void hash_row(DenseRow& row, int columns);
/// Makes it 0 >= 0.
void clear_row(DenseRow& row);
/// into += factor * row, with the origins of both; false where it leaves int64.
bool add_multiple(DenseRow& into, const DenseRow& row, int64_t factor, int columns);
/// row *= factor; false where it leaves int64.
bool scale_row(DenseRow& row, int64_t factor, int columns);
/// Whether a's coefficients are sign times b's.
bool same_coefficients(const DenseRow& a, const DenseRow& b, int64_t sign, int columns);

enum class Tidied {
  kUseful,
  kTrivial,     ///< always true
  kImpossible,  ///< has no solution
};
/// Divides by the common divisor of the coefficients, rounding an inequality's constant down.
Tidied tidy_row(DenseRow& row, int columns);

inline void copy_row(DenseRow& to, const DenseRow& from, int columns) {
  to.constant = from.constant;
  to.hash = from.hash;
  to.origin = from.origin;
  to.equality = from.equality;
  std::copy_n(from.coefficients.begin(), columns, to.coefficients.begin());
}

inline bool parallel(const DenseRow& a, const DenseRow& b, int64_t sign, int columns) {
  return a.hash == (sign > 0 ? b.hash : 0 - b.hash) && same_coefficients(a, b, sign, columns);
}

}  // namespace gearbox::facts
