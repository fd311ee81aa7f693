#pragma once

#include "base/status.h"
#include "ir/graph.h"
#include "ops/op_def.h"

namespace gearbox {

/// Rewrites a main graph whose types have been inferred so that what it computes in f32 is computed in f64: what its answers would be
/// without rounding, to hold others against. Inputs and outputs stay f32, with casts behind and before them, and so do the operands that an
/// operator takes as f32 alone. Types are to be inferred anew.
void compute_in_float64(Graph& graph);

}  // namespace gearbox
