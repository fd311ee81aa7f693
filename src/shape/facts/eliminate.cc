#include "shape/facts/eliminate.h"

#include <algorithm>
#include <numeric>

#include "expr/scalar.h"

namespace gearbox::facts {

namespace eliminate_detail {

uint64_t magnitude(int64_t v) { return v < 0 ? 0 - static_cast<uint64_t>(v) : static_cast<uint64_t>(v); }

/// into += factor * row; false where it leaves int64.
bool add_multiple(DenseRow& into, const DenseRow& row, int64_t factor, int columns) {
  bool over = false;
  const auto add = [&over, factor](int64_t& sum, int64_t value) {
    int64_t product;
    over |= __builtin_mul_overflow(value, factor, &product);
    over |= __builtin_add_overflow(sum, product, &sum);
  };
  for (size_t i = 0; i < static_cast<size_t>(columns); ++i) add(into.coefficients[i], row.coefficients[i]);
  add(into.constant, row.constant);
  into.hash += static_cast<uint64_t>(factor) * row.hash;
  into.origin = into.origin | row.origin;
  return !over;
}

bool scale(DenseRow& row, int64_t factor, int columns) {
  if (factor == 1) return true;
  bool over = __builtin_mul_overflow(row.constant, factor, &row.constant);
  for (size_t i = 0; i < static_cast<size_t>(columns); ++i) {
    over |= __builtin_mul_overflow(row.coefficients[i], factor, &row.coefficients[i]);
  }
  row.hash *= static_cast<uint64_t>(factor);
  return !over;
}

void copy(DenseRow& to, const DenseRow& from, int columns) {
  to.constant = from.constant;
  to.hash = from.hash;
  to.origin = from.origin;
  to.equality = from.equality;
  std::copy_n(from.coefficients.begin(), columns, to.coefficients.begin());
}

/// a / b to the nearest integer.
int64_t nearest_quotient(int64_t a, int64_t b) {
  const int64_t quotient = a / b, rest = a % b;
  if (magnitude(rest) * 2 <= magnitude(b)) return quotient;
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

}  // namespace eliminate_detail

using namespace eliminate_detail;

void Elimination::conclude(Origin origin) {
  if (contradiction_) return;
  contradiction_ = true;
  origin_ = origin;
}

void Elimination::remove(int index) {
  const int last = --system_.rows_;
  if (index != last) copy(system_.row(index), system_.row(last), system_.columns());
}

/// Divides by the common divisor of the coefficients, rounding an inequality's constant down. False where the row says nothing (more).
bool Elimination::tidy(DenseRow& row) {
  uint64_t divisor = 0;
  for (size_t i = 0; i < static_cast<size_t>(system_.columns()); ++i) {
    const int64_t coefficient = row.coefficients[i];
    if (coefficient == 0) continue;
    if (coefficient == INT64_MIN) return false;
    divisor = std::gcd(divisor, magnitude(coefficient));
    if (divisor == 1) return true;
  }
  if (divisor == 0) {
    if (row.equality ? row.constant != 0 : row.constant < 0) conclude(row.origin);
    return false;
  }
  const int64_t by = static_cast<int64_t>(divisor);
  if (row.equality && row.constant % by != 0) {
    conclude(row.origin);
    return false;
  }
  row.constant = *scalar::floordiv(row.constant, by);
  for (size_t i = 0; i < static_cast<size_t>(system_.columns()); ++i) row.coefficients[i] /= by;
  hash_row(row, system_.columns());
  return true;
}

/// x = -factor-combination: replaces the column's unknown x by x' with x' = x + sum of rounded quotients times the others, so that the
/// row's other coefficients shrink below the column's.
bool Elimination::change_unknown(int index, int column) {
  std::array<int64_t, kMaxColumns> quotients{};
  const int64_t by = at(index, column);
  for (int i = 0; i < system_.columns(); ++i) {
    if (i != column && i != keep_) quotients[static_cast<size_t>(i)] = nearest_quotient(at(index, i), by);
  }
  for (int r = system_.rows() - 1; r >= 0; --r) {
    const int64_t factor = at(r, column);
    if (factor == 0) continue;
    bool over = false;
    for (int i = 0; i < system_.columns(); ++i) {
      int64_t product;
      over |= __builtin_mul_overflow(quotients[static_cast<size_t>(i)], factor, &product);
      over |= __builtin_sub_overflow(at(r, i), product, &at(r, i));
    }
    --effort_.steps;
    hash_row(system_.row(r), system_.columns());
    if (!over) continue;
    if (r == index) {
      stuck_ = true;
      return false;
    }
    system_.row(r).coefficients.fill(0);
    system_.row(r).constant = 0;
    system_.row(r).equality = false;
    hash_row(system_.row(r), system_.columns());
  }
  return true;
}

/// From a*kept + g*x + c = 0, a and g without common divisor: kept = r modulo g, and kept = g*kept' + r leaves x with coefficient 1.
bool Elimination::scale_kept(int index, int column) {
  const int64_t g = static_cast<int64_t>(magnitude(at(index, column)));
  __extension__ typedef __int128 Wide;
  const Wide product = Wide{*scalar::mod(system_.row(index).constant, g)} * inverse(at(index, keep_), g);
  const int64_t residue = *scalar::mod(-static_cast<int64_t>(product % g), g);
  int64_t shift;
  if (__builtin_mul_overflow(scale_, residue, &shift) || __builtin_add_overflow(offset_, shift, &offset_) ||
      __builtin_mul_overflow(scale_, g, &scale_)) {
    stuck_ = true;
    return false;
  }
  scale_origin_ = scale_origin_ | system_.row(index).origin;
  const Origin origin = system_.row(index).origin;
  for (int r = 0; r < system_.rows(); ++r) {
    const int64_t factor = at(r, keep_);
    if (factor == 0) continue;
    bool over =
        __builtin_mul_overflow(factor, residue, &shift) || __builtin_add_overflow(system_.row(r).constant, shift, &system_.row(r).constant);
    over = over || __builtin_mul_overflow(factor, g, &at(r, keep_));
    if (over) {
      stuck_ = true;
      return false;
    }
    system_.row(r).origin = system_.row(r).origin | origin;
    hash_row(system_.row(r), system_.columns());
  }
  return tidy(system_.row(index));
}

/// A column of the equality with coefficient 1 or -1, after changes of unknowns where it has none; -1 where the row was no use.
int Elimination::unit_column(int index) {
  while (!effort_.spent() && !stuck_) {
    int smallest = -1, others = 0;
    for (int i = 0; i < system_.columns(); ++i) {
      if (i == keep_ || at(index, i) == 0) continue;
      ++others;
      if (smallest < 0 || magnitude(at(index, i)) < magnitude(at(index, smallest))) smallest = i;
    }
    if (smallest < 0) return keep_;
    if (magnitude(at(index, smallest)) == 1) return smallest;
    --effort_.steps;
    if (others == 1 ? !scale_kept(index, smallest) : !change_unknown(index, smallest)) return -1;
  }
  return -1;
}

/// Adds multiples of the equality to the other rows so that the column is in none of them, and drops it.
void Elimination::substitute(int index, int column) {
  const DenseRow& equality = system_.row(index);
  const int64_t sign = at(index, column);
  for (int r = system_.rows() - 1; r >= 0; --r) {
    const int64_t factor = at(r, column);
    if (r == index || factor == 0) continue;
    --effort_.steps;
    DenseRow& row = system_.row(r);
    if (factor == INT64_MIN || !add_multiple(row, equality, sign > 0 ? -factor : factor, system_.columns()) || !tidy(row)) {
      row.coefficients.fill(0);
      row.constant = 0;
      row.equality = false;
      row.hash = 0;
    }
  }
}

void Elimination::eliminate_equality(int index) {
  if (!tidy(system_.row(index))) return remove(index);
  const int column = unit_column(index);
  if (column < 0) return remove(index);
  substitute(index, column);
  if (column == keep_) {
    // scale*unknown + offset with the unknown fixed: a single value.
    const int64_t value = at(index, column) > 0 ? -system_.row(index).constant : system_.row(index).constant;
    int64_t shift;
    if (system_.row(index).constant == INT64_MIN || __builtin_mul_overflow(scale_, value, &shift) ||
        __builtin_add_overflow(offset_, shift, &offset_)) {
      stuck_ = true;
    } else {
      scale_ = 0;
      scale_origin_ = scale_origin_ | system_.row(index).origin;
    }
  }
  remove(index);
}

bool Elimination::find_equality(int& index) const {
  for (index = 0; index < system_.rows(); ++index) {
    if (system_.row(index).equality) return true;
  }
  return false;
}

/// Compares the row with the `count` first ones: false where one of them says as much, so that it is not needed. Where both enclose one
/// value the other becomes an equality.
bool Elimination::compare_with(int index, int count) {
  DenseRow& row = system_.row(index);
  const int columns = system_.columns();
  for (int i = 0; i < count; ++i) {
    DenseRow& other = system_.row(i);
    if (i == index || (other.hash != row.hash && other.hash != 0 - row.hash)) continue;
    const auto matches = [&](int64_t sign) {
      for (size_t c = 0; c < static_cast<size_t>(columns); ++c) {
        if (row.coefficients[c] != sign * other.coefficients[c]) return false;
      }
      return true;
    };
    if (matches(1)) {
      if (other.equality || (!row.equality && other.constant <= row.constant)) {
        if (row.equality && other.constant != row.constant) conclude(row.origin | other.origin);
        if (!row.equality && other.constant > row.constant) conclude(row.origin | other.origin);
        return false;
      }
      if (row.equality && other.constant < row.constant) conclude(row.origin | other.origin);
      copy(other, row, columns);
      return false;
    }
    if (!matches(-1)) continue;
    int64_t width;
    if (__builtin_add_overflow(row.constant, other.constant, &width)) continue;
    if (width < 0 || (width > 0 && row.equality && other.equality)) conclude(row.origin | other.origin);
    if (row.equality || other.equality) {
      if (row.equality) copy(other, row, columns);
      return false;
    }
    if (width == 0) {
      other.equality = true;
      other.origin = other.origin | row.origin;
      return false;
    }
  }
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

/// The column whose elimination adds the fewest rows; those where it is exact for integers first.
int Elimination::cheapest_column() const {
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
    const int cost = positive * negative - positive - negative + (units_above || units_below ? 0 : 4);
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
  const size_t c = static_cast<size_t>(column);
  const int64_t common = std::gcd(positive.coefficients[c], negative.coefficients[c]);
  DenseRow& row = system_.row(system_.rows());
  copy(row, positive, system_.columns());
  --effort_.steps;
  if (!scale(row, -(negative.coefficients[c] / common), system_.columns())) return;
  if (!add_multiple(row, negative, positive.coefficients[c] / common, system_.columns())) return;
  if (!tidy(row) || !compare_with(system_.rows(), system_.rows())) return;
  ++system_.rows_;
}

void Elimination::eliminate_column(int column) {
  std::array<int16_t, kMaxRows> above, below;
  int positive = 0, negative = 0;
  const int rows = system_.rows();
  for (int r = 0; r < rows; ++r) {
    const int64_t coefficient = at(r, column);
    if (coefficient > 0) above[static_cast<size_t>(positive++)] = static_cast<int16_t>(r);
    if (coefficient < 0) below[static_cast<size_t>(negative++)] = static_cast<int16_t>(r);
  }
  for (int p = 0; p < positive; ++p) {
    for (int n = 0; n < negative && !contradiction_ && !stuck_ && !effort_.spent(); ++n) {
      append_combination(system_.row(above[static_cast<size_t>(p)]), system_.row(below[static_cast<size_t>(n)]), column);
    }
  }
  for (int r = rows - 1; r >= 0; --r) {
    if (at(r, column) != 0) remove(r);
  }
}

bool Elimination::refuted() {
  for (int r = system_.rows() - 1; r >= 0; --r) {
    hash_row(system_.row(r), system_.columns());
    if (!tidy(system_.row(r))) remove(r);
  }
  compare_all();
  while (!contradiction_ && !stuck_ && !effort_.spent()) {
    if (int index; find_equality(index)) {
      eliminate_equality(index);
      if (!find_equality(index)) compare_all();
      continue;
    }
    const int column = cheapest_column();
    if (column < 0) break;
    eliminate_column(column);
  }
  return contradiction_;
}

KeptValues Elimination::kept() const {
  KeptValues values;
  if (scale_ == 0) {
    values.range = {offset_, offset_};
    values.modulus = 0;
    values.residue = offset_;
    values.lower = values.upper = values.congruent = scale_origin_;
    return values;
  }
  values.modulus = scale_;
  values.residue = scale_ > 1 ? *scalar::mod(offset_, scale_) : 0;
  values.congruent = scale_origin_;
  for (int r = 0; r < system_.rows(); ++r) {
    const int64_t coefficient = at(r, keep_);
    const bool alone = std::ranges::count_if(std::span(system_.row(r).coefficients).first(static_cast<size_t>(system_.columns())),
                                             [](int64_t v) { return v != 0; }) == 1;
    if (!alone || (coefficient != 1 && coefficient != -1)) continue;
    const auto end = coefficient > 0 ? scalar::mul(system_.row(r).constant, -1) : scalar::Value(system_.row(r).constant);
    const auto scaled = end ? scalar::mul(*end, scale_) : end;
    const auto value = scaled ? scalar::add(*scaled, offset_) : scaled;
    if (!value) continue;
    if (coefficient > 0 && *value > values.range.lower) {
      values.range.lower = *value;
      values.lower = system_.row(r).origin | scale_origin_;
    }
    if (coefficient < 0 && *value < values.range.upper) {
      values.range.upper = *value;
      values.upper = system_.row(r).origin | scale_origin_;
    }
  }
  return values;
}

}  // namespace gearbox::facts
