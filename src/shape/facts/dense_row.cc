#include "shape/facts/dense_row.h"

#include <numeric>

#include "expr/scalar.h"

namespace gearbox::facts {

namespace dense_row_detail {

/// An odd number for each column, by the splitmix64 generator.
constexpr std::array<uint64_t, kMaxColumns> kColumnHashes = [] {
  std::array<uint64_t, kMaxColumns> hashes{};
  uint64_t state = 0;
  for (uint64_t& hash : hashes) {
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    hash = (z ^ (z >> 31)) | 1;
  }
  return hashes;
}();

}  // namespace dense_row_detail

void hash_row(DenseRow& row, int columns) {
  uint64_t hash = 0;
  for (size_t i = 0; i < static_cast<size_t>(columns); ++i) {
    hash += static_cast<uint64_t>(row.coefficients[i]) * dense_row_detail::kColumnHashes[i];
  }
  row.hash = hash;
}

void clear_row(DenseRow& row) {
  row.coefficients.fill(0);
  row.constant = 0;
  row.equality = false;
  row.hash = 0;
}

bool add_multiple(DenseRow& into, const DenseRow& row, int64_t factor, int columns) {
  bool over = false;
  const auto add = [&over, factor](int64_t& sum, int64_t value) {
    int64_t product;
    over |= __builtin_mul_overflow(value, factor, &product);
    over |= __builtin_add_overflow(sum, product, &sum);
    over |= sum == INT64_MIN;
  };
  for (size_t i = 0; i < static_cast<size_t>(columns); ++i) add(into.coefficients[i], row.coefficients[i]);
  add(into.constant, row.constant);
  into.hash += static_cast<uint64_t>(factor) * row.hash;
  into.origin = into.origin | row.origin;
  return !over;
}

bool scale_row(DenseRow& row, int64_t factor, int columns) {
  if (factor == 1) return true;
  bool over = false;
  const auto scale = [&over, factor](int64_t& value) {
    over |= __builtin_mul_overflow(value, factor, &value);
    over |= value == INT64_MIN;
  };
  scale(row.constant);
  for (size_t i = 0; i < static_cast<size_t>(columns); ++i) scale(row.coefficients[i]);
  row.hash *= static_cast<uint64_t>(factor);
  return !over;
}

bool same_coefficients(const DenseRow& a, const DenseRow& b, int64_t sign, int columns) {
  for (size_t i = 0; i < static_cast<size_t>(columns); ++i) {
    if (a.coefficients[i] != sign * b.coefficients[i]) return false;
  }
  return true;
}

Tidied tidy_row(DenseRow& row, int columns) {
  uint64_t divisor = 0;
  for (size_t i = 0; i < static_cast<size_t>(columns); ++i) {
    const int64_t coefficient = row.coefficients[i];
    if (coefficient == 0) continue;
    divisor = std::gcd(divisor, static_cast<uint64_t>(coefficient < 0 ? -coefficient : coefficient));
    if (divisor == 1) return Tidied::kUseful;
  }
  if (divisor == 0) return (row.equality ? row.constant != 0 : row.constant < 0) ? Tidied::kImpossible : Tidied::kTrivial;
  const auto by = static_cast<int64_t>(divisor);
  if (row.equality && row.constant % by != 0) return Tidied::kImpossible;
  row.constant = *scalar::floordiv(row.constant, by);
  for (size_t i = 0; i < static_cast<size_t>(columns); ++i) row.coefficients[i] /= by;
  hash_row(row, columns);
  return Tidied::kUseful;
}

}  // namespace gearbox::facts
