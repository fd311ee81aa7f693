#pragma once

#include <string>
#include <vector>

#include "ir/graph.h"

namespace gearbox {

/// What a model says of one of its outputs that the inferred type does not bear out.
struct ClaimFault {
  std::string text;    ///< for people: the output, the axis, what is declared and what it is
  bool contradiction;  ///< false: only a name no input has, so that nothing can be compared
};

/// Compares each output's declared element type, rank and extents with the inferred ones. The inferred type wins in any case. A name
/// that an input has is taken for that symbol; any other name is reported, and contradicts where it stands for two different extents.
std::vector<ClaimFault> output_claim_faults(const Graph& graph);

}  // namespace gearbox
