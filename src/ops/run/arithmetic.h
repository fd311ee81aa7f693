#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "ops/run/dispatch.h"

namespace gearbox::ops {

/// Sum; integers wrap, halves go through float. So do minus, times and negated.
template <class T>
T plus(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  } else {
    return T(compute_t<T>(a) + compute_t<T>(b));
  }
}

template <class T>
T minus(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  } else {
    return T(compute_t<T>(a) - compute_t<T>(b));
  }
}

template <class T>
T times(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  } else {
    return T(compute_t<T>(a) * compute_t<T>(b));
  }
}

template <class T>
T negated(T a) {
  if constexpr (std::is_integral_v<T>) {
    return minus(T(0), a);
  } else {
    return T(-compute_t<T>(a));
  }
}

/// Quotient; integers truncate towards zero, and a zero divisor gives 0.
template <class T>
T quotient(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    if (b == 0) return 0;
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return negated(a);
    }
    return static_cast<T>(a / b);
  } else {
    return T(compute_t<T>(a) / compute_t<T>(b));
  }
}

/// Remainder with the sign of the dividend, as C's fmod. An integer divisor 0 gives 0.
template <class T>
T remainder_of_dividend(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    if (b == 0) return 0;
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return 0;
    }
    return static_cast<T>(a % b);
  } else {
    return T(std::fmod(compute_t<T>(a), compute_t<T>(b)));
  }
}

/// Remainder with the sign of the divisor.
template <class T>
T remainder_of_divisor(T a, T b) {
  const T r = remainder_of_dividend(a, b);
  return r != T(0) && ((r < T(0)) != (b < T(0))) ? plus(r, b) : r;
}

/// The larger value; NaN where either is NaN.
template <class T>
T larger(T a, T b) {
  return a != a || a > b ? a : b;
}
template <class T>
T smaller(T a, T b) {
  return a != a || a < b ? a : b;
}

/// Whether a takes the place of b as the larger (smaller) element: NaN goes before every number.
template <class T>
bool goes_above(T a, T b) {
  return a > b || (a != a && b == b);
}
template <class T>
bool goes_below(T a, T b) {
  return a < b || (a != a && b == b);
}

/// The value nothing is below (above): an infinity where T has one.
template <class T>
T lowest_value() {
  if constexpr (std::is_same_v<T, bool>) {
    return false;
  } else if constexpr (std::is_integral_v<T>) {
    return std::numeric_limits<T>::lowest();
  } else {
    return T(-std::numeric_limits<compute_t<T>>::infinity());
  }
}
template <class T>
T highest_value() {
  if constexpr (std::is_same_v<T, bool>) {
    return true;
  } else if constexpr (std::is_integral_v<T>) {
    return std::numeric_limits<T>::max();
  } else {
    return T(std::numeric_limits<compute_t<T>>::infinity());
  }
}

}  // namespace gearbox::ops
