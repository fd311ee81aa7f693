#include "cli/tensor_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/half.h"
#include "cli/shape_spelling.h"
#include "cli/table.h"
#include "ops/run/dispatch.h"

namespace gearbox::cli {

namespace {

void note_beyond(Difference& out, int64_t index, double expected, double given) {
  if (out.beyond++ > 0) return;
  out.first = index;
  out.expected = expected;
  out.given = given;
}

template <class T>
void compare_reals(const Tensor& expected, const Tensor& given, const Tolerance& tolerance, Difference& out) {
  for (int64_t i = 0, n = expected.elements(); i < n; ++i) {
    const double a = static_cast<double>(expected.as<T>()[i]), b = static_cast<double>(given.as<T>()[i]);
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    double absolute = std::fabs(a - b);
    if (std::isnan(absolute)) absolute = std::numeric_limits<double>::infinity();
    out.max_absolute = std::max(out.max_absolute, absolute);
    out.max_relative = std::max(out.max_relative, absolute / std::fabs(a));
    const bool close = std::isfinite(a) && std::isfinite(b) && absolute <= tolerance.absolute + tolerance.relative * std::fabs(a);
    if (!close) note_beyond(out, i, a, b);
  }
}

template <class T>
void compare_whole(const Tensor& expected, const Tensor& given, Difference& out) {
  for (int64_t i = 0, n = expected.elements(); i < n; ++i) {
    const T a = expected.as<T>()[i], b = given.as<T>()[i];
    if (a == b) continue;
    const double x = static_cast<double>(a), y = static_cast<double>(b);
    out.max_absolute = std::max(out.max_absolute, std::fabs(x - y));
    out.max_relative = std::max(out.max_relative, std::fabs(x - y) / std::fabs(x));
    note_beyond(out, i, x, y);
  }
}

template <class T>
double lower_quartile_of_reals(const Tensor& tensor) {
  std::vector<float> magnitudes;
  for (int64_t i = 0, n = tensor.elements(); i < n; ++i) {
    const auto x = static_cast<float>(tensor.as<T>()[i]);
    if (std::isfinite(x)) magnitudes.push_back(std::fabs(x));
  }
  if (magnitudes.empty()) return 0;
  const auto quartile = magnitudes.begin() + static_cast<std::ptrdiff_t>((magnitudes.size() - 1) / 4);
  std::ranges::nth_element(magnitudes, quartile);
  return *quartile;
}

}  // namespace

std::string Difference::text() const {
  if (!incomparable.empty()) return incomparable;
  if (beyond == 0) return {};
  return "element " + std::to_string(first) + " is " + number_text(given, 9) + ", expected " + number_text(expected, 9) +
         (beyond > 1 ? " (" + std::to_string(beyond) + " elements differ)" : "");
}

Difference compare_tensors(const Tensor& expected, const Tensor& given, const Tolerance& tolerance) {
  Difference out;
  if (expected.dtype != given.dtype) {
    out.incomparable = "is " + std::string(dtype_name(given.dtype)) + ", expected " + std::string(dtype_name(expected.dtype));
    return out;
  }
  if (!std::equal(expected.dims.begin(), expected.dims.end(), given.dims.begin(), given.dims.end())) {
    out.incomparable = "has the extents " + extents_text(given.dims) + ", expected " + extents_text(expected.dims);
    return out;
  }
  const auto at_least = [&](double relative) { return Tolerance{tolerance.absolute, std::max(tolerance.relative, relative)}; };
  switch (expected.dtype) {
    case DType::kF32: compare_reals<float>(expected, given, tolerance, out); break;
    case DType::kF64: compare_reals<double>(expected, given, tolerance, out); break;
    case DType::kF16: compare_reals<Half>(expected, given, at_least(1.0 / 1024), out); break;
    case DType::kBF16: compare_reals<BFloat16>(expected, given, at_least(1.0 / 128), out); break;
    case DType::kBool: compare_whole<uint8_t>(expected, given, out); break;
    default:
      if (!ops::dispatch_integer(expected.dtype, [&]<class T>(T) { compare_whole<T>(expected, given, out); }))
        out.incomparable = std::string(dtype_name(expected.dtype)) + " cannot be compared";
  }
  return out;
}

double lower_quartile_magnitude(const Tensor& tensor) {
  double out = 0;
  ops::dispatch_float(tensor.dtype, [&]<class T>(T) { out = lower_quartile_of_reals<T>(tensor); });
  return out;
}

}  // namespace gearbox::cli
