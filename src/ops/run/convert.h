#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "ops/run/dispatch.h"

namespace gearbox::ops {

/// One element from type In to type Out. Floats to integers truncate and saturate, NaN gives 0; integers to integers keep the low
/// bits; anything to bool is x != 0; floats to narrower floats round to nearest even.
template <class Out, class In>
Out convert(In x) {
  using Wide = compute_t<In>;
  const Wide wide = static_cast<Wide>(x);
  if constexpr (std::is_same_v<Out, bool>) {
    return wide != Wide(0);
  } else if constexpr (std::is_integral_v<Out> && std::is_floating_point_v<Wide>) {
    if (std::isnan(wide)) return 0;
    // 2^bits is exact in every float type, the largest integer need not be.
    const Wide above = std::ldexp(Wide(1), std::numeric_limits<Out>::digits);
    if (wide >= above) return std::numeric_limits<Out>::max();
    if (wide <= static_cast<Wide>(std::numeric_limits<Out>::lowest())) return std::numeric_limits<Out>::lowest();
    return static_cast<Out>(wide);
  } else if constexpr (std::is_same_v<Out, Half> || std::is_same_v<Out, BFloat16>) {
    return Out(static_cast<float>(wide));
  } else {
    return static_cast<Out>(wide);
  }
}

}  // namespace gearbox::ops
