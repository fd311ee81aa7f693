#include <cmath>
#include <type_traits>

#include "ops/run/arithmetic.h"
#include "ops/run/convert.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::pow {

namespace {

/// base^exponent by squaring, wrapping; negative exponents truncate the quotient 1 / base^-exponent.
template <class T>
T integer_power(T base, int64_t exponent) {
  if (exponent < 0) return base == 1 ? T(1) : base == T(-1) ? (exponent % 2 ? T(-1) : T(1)) : T(0);
  T power = 1;
  for (; exponent > 0; exponent /= 2, base = times(base, base)) {
    if (exponent % 2) power = times(power, base);
  }
  return power;
}

template <class T, class E>
T power(T base, E exponent) {
  if constexpr (std::is_integral_v<T> && std::is_integral_v<E>) {
    return integer_power(base, convert<int64_t>(exponent));
  } else if constexpr (!std::is_same_v<T, double> && !std::is_same_v<E, double> && !std::is_integral_v<T> && !std::is_integral_v<E>) {
    return T(std::pow(convert<float>(base), convert<float>(exponent)));
  } else {
    return convert<T>(std::pow(convert<double>(base), convert<double>(exponent)));
  }
}

}  // namespace

Status reference(KernelContext& context) {
  Status status;
  bool known = false;
  dispatch_numeric(context.input(0).dtype, [&]<class T>(T) {
    known = dispatch_numeric(context.input(1).dtype, [&]<class E>(E) {
      status = map_pairs<T, E, T>(context, [](T base, E exponent) { return power(base, exponent); });
    });
  });
  return known_type(context, known, std::move(status));
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Pow", .run = reference}); }

}  // namespace gearbox::ops::pow
