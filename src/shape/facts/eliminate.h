#pragma once

#include "shape/facts/system.h"

namespace gearbox::facts {

/// Steps a question may still take; one step is the combination of two rows or something as cheap.
struct Effort {
  int steps;
  bool spent() const { return steps <= 0; }
};

/// What a kept column can be: a range, and residue modulo modulus (Congruence).
struct KeptValues {
  Interval range = {INT64_MIN, INT64_MAX};
  int64_t modulus = 1;
  int64_t residue = 0;
};

/// Eliminates the columns of a system of integer rows one by one. Equalities: exactly, by unimodular changes of the unknowns.
/// Inequalities: by Fourier and Motzkin's combinations, each new row tightened by the common divisor of its coefficients, and two rows
/// that enclose one value turned into an equality. After W. Pugh, "The Omega test" (1991), without its dark shadow: what is not
/// refuted may still have no solution. The system is used up.
class Elimination {
 public:
  /// `keep`: a column to leave for last, or -1.
  Elimination(System& system, Effort& effort, int keep = -1) : system_(system), effort_(effort), keep_(keep) {}

  /// True where the rows have no common integer solution, by proof. origin() tells which source rows were used.
  bool refuted();
  Origin origin() const { return origin_; }
  /// After refuted() was false: what is known of the kept column.
  KeptValues kept() const;

 private:
  void conclude(Origin origin);
  void remove(int index);
  bool tidy(DenseRow& row);

  int find_equality() const;
  void eliminate_equality(int index);
  int unit_column(int index);
  void change_unknown(int index, int column);
  bool scale_kept(int index, int column);
  void fix_kept(int index);
  void substitute(int index, int column);

  bool compare_with(int index, int count);
  void merge_same(const DenseRow& row, DenseRow& other);
  bool merge_opposite(const DenseRow& row, DenseRow& other);
  void compare_all();
  int cheapest_column() const;
  void append_combination(const DenseRow& positive, const DenseRow& negative, int column);
  void eliminate_column(int column);

  int64_t& at(int index, int column) { return system_.row(index).coefficients[static_cast<size_t>(column)]; }
  int64_t at(int index, int column) const { return system_.row(index).coefficients[static_cast<size_t>(column)]; }

  System& system_;
  Effort& effort_;
  int keep_;
  bool contradiction_ = false;
  bool stuck_ = false;   ///< no room for more rows
  bool broken_ = false;  ///< the unknowns have left int64: nothing more can be said
  Origin origin_ = {0, 0};
  int64_t scale_ = 1, offset_ = 0;  ///< the kept column is scale_ * unknown + offset_
};

}  // namespace gearbox::facts
