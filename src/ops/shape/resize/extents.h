#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "base/attributes.h"

namespace gearbox::ops::resize {

/// Extents with one common scale, so that no axis gets larger ("not_larger") or none smaller ("not_smaller") than asked for; rounded half
/// up. All in `from` are positive. `scale` receives the common scale.
inline Ints fitted(std::span<const int64_t> from, std::span<const int64_t> sizes, const std::string& policy, float& scale) {
  scale = static_cast<float>(sizes[0]) / static_cast<float>(from[0]);
  for (size_t i = 1; i < from.size(); ++i) {
    const float other = static_cast<float>(sizes[i]) / static_cast<float>(from[i]);
    scale = policy == "not_larger" ? std::min(scale, other) : std::max(scale, other);
  }
  Ints out;
  for (int64_t extent : from) out.push_back(static_cast<int64_t>(std::floor(scale * static_cast<float>(extent) + 0.5f)));
  return out;
}

}  // namespace gearbox::ops::resize
