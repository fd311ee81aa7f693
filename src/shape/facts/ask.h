#pragma once

#include "shape/facts/answer.h"
#include "shape/facts/knowledge.h"

namespace gearbox::facts {

/// Steps of elimination a question may take.
constexpr int kEffort = 600;

Answer ask(const Knowledge& knowledge, const Relation& relation);
Interval range(const Knowledge& knowledge, Dim dim);
Congruence congruence(const Knowledge& knowledge, Dim dim);

}  // namespace gearbox::facts
