#pragma once

#include "shape/facts/system.h"

namespace gearbox::facts {

/// Steps a question may still take; one step is the combination of two rows or something as cheap.
struct Effort {
  int steps;
  bool spent() const { return steps <= 0; }
};

/// What a kept column can be: a range with the origin of each end, and value = residue modulo modulus.
struct KeptValues {
  Interval range = {INT64_MIN, INT64_MAX};
  Origin lower = {0, 0}, upper = {0, 0}, congruent = {0, 0};
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
  bool tidy(DenseRow& row);
  void conclude(Origin origin);
  void eliminate_equality(int index);
  int unit_column(int index);
  bool change_unknown(int index, int column);
  bool scale_kept(int index, int column);
  void substitute(int index, int column);
  bool find_equality(int& index) const;
  void compare_all();
  bool compare_with(int index, int count);
  int cheapest_column() const;
  void eliminate_column(int column);
  void append_combination(const DenseRow& positive, const DenseRow& negative, int column);
  void remove(int index);
  int64_t& at(int index, int column) { return system_.row(index).coefficients[static_cast<size_t>(column)]; }
  int64_t at(int index, int column) const { return system_.row(index).coefficients[static_cast<size_t>(column)]; }

  System& system_;
  Effort& effort_;
  int keep_;
  bool contradiction_ = false;
  bool stuck_ = false;  ///< no more room
  Origin origin_ = {0, 0};
  int64_t scale_ = 1, offset_ = 0;  ///< the kept column is scale_ * unknown + offset_
  Origin scale_origin_ = {0, 0};
};

}  // namespace gearbox::facts
