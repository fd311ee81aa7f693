#pragma once

#include <optional>

#include "shape/facts/gather.h"

namespace gearbox::facts {

/// sum >= 0, or sum == 0.
struct Assumption {
  Sum sum;
  bool equality = false;
};

/// Tries to show that the assumptions have no solution together with the gathered rows. Returns what the proof rests on.
std::optional<Premises> refute(const Gathering& gathering, std::span<const Assumption> assumptions, Effort& effort);

}  // namespace gearbox::facts
