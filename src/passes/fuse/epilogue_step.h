#pragma once

#include <optional>
#include <string>

#include "ir/graph.h"
#include "ops/epilogue.h"

namespace gearbox {

/// A constant f32 with one element; nullopt for anything else.
std::optional<float> scalar_constant(const Value* value);

/// An element-wise node as a step of the epilogue of what makes its input.
struct EpilogueDraft {
  ops::EpilogueOperand step;  ///< with the tensor it reads, where it reads one
  Literal channels;           ///< or the vector per channel it reads
};

/// A node that applies an activation to input 0; nullopt where it is none.
std::optional<EpilogueDraft> draft_activation(const Node& node);

/// An Add, Sub, Mul or Div of `x` with a constant scalar, a constant vector along `channel_axis` or a tensor of the same extents by proof;
/// with `gates` also a product with [N, C, 1, …]. A PRelu of `x` with constant slopes likewise. Nullopt for anything else. The node's
/// output must have the extents of `x`.
std::optional<EpilogueDraft> draft_binary(const Node& node, const Value* x, int64_t channel_axis, bool gates);

/// Appends the step to what `spec` describes, its operand as the last input. `name` is for a new constant.
void append_draft(Patch& patch, NodeSpec& spec, const EpilogueDraft& draft, const std::string& name);

}  // namespace gearbox
