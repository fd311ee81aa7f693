#pragma once

#include <optional>

#include "shape/facts/gather.h"

namespace gearbox::facts {

/// Tries to show that sum >= 0 (or sum == 0) has no solution together with the gathered rows.
std::optional<Proof> refute(const Gathering& gathering, const Sum& sum, bool equality, Effort& effort);

}  // namespace gearbox::facts
