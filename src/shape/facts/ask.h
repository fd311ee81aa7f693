#pragma once

#include "shape/facts/answer.h"
#include "shape/facts/knowledge.h"

namespace gearbox::facts {

Answer ask(const Knowledge& knowledge, const Relation& relation);
Interval range(const Knowledge& knowledge, Dim dim);
Congruence congruence(const Knowledge& knowledge, Dim dim);

}  // namespace gearbox::facts
