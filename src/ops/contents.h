#pragma once

#include <span>

#include "shape/infer_context.h"

namespace gearbox::ops {

/// Sets the contents of output 0 element by element from those of all inputs, where they are known, the output is i32, i64 or bool,
/// and all are scalars or lists; lists of one element broadcast. `element` gets one operand per input and may return
/// Dim::overflow() for "not known", which leaves the contents unknown. Call after the output's type is set.
void map_contents(InferContext& context, Dim (*element)(std::span<const Dim> operands));

/// The truth of a comparison as 0 or 1 where the bounds of a - b decide it, else overflow().
Dim known_equal(Dim a, Dim b);
Dim known_less(Dim a, Dim b);
/// a / b truncated towards zero, or overflow() where neither proven non-negative nor constant.
Dim truncated_quotient(Dim a, Dim b);

}  // namespace gearbox::ops
