#pragma once

#include <span>

#include "base/status.h"
#include "shape/facts/ask.h"
#include "shape/facts/fact_text.h"

namespace gearbox::facts {

/// The error for a fact that contradicts these facts of the knowledge: those of them without which nothing is contradictory, each with
/// its origin.
Status conflict(const Knowledge& knowledge, const Fact& fact, std::span<const FactId> premises, const FactText& text);

}  // namespace gearbox::facts
