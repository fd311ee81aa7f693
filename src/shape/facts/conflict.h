#pragma once

#include "base/status.h"
#include "shape/facts/ask.h"

namespace gearbox::facts {

/// The error for a fact that the knowledge refutes: a smallest set of facts that refutes it still, each with its origin.
Status conflict(const Knowledge& knowledge, const Fact& fact, const Answer& answer);

}  // namespace gearbox::facts
