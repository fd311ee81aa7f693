#pragma once

#include <vector>

#include "shape/facts/gather.h"

namespace gearbox::facts {

/// A way to tell cases apart: a min, max or broadcast is one of its operands; where all terms of a row have a common factor, the factor
/// is 0 or the row holds without it.
struct Choice {
  int column;  ///< of the function
  int source;  ///< or the index of the row among the gathering's sources, where column is -1
  int cases;
};

/// The choices that the gathered columns and rows offer, nearest to the question first.
std::vector<Choice> choices(const Gathering& gathering);
/// Appends to a copy of the gathering's system what holds in one of the cases.
void append_case(System& system, const Gathering& gathering, const Choice& choice, int index);

}  // namespace gearbox::facts
