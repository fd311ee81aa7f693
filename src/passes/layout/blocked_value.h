#pragma once

#include <string>

#include "ir/graph.h"

namespace gearbox {

/// The nChw8c tensor whose plain form `value` is (made by FromBlocked); null where `value` is not made so.
Value* blocked_source(const Value* value);

/// `value` in nChw8c: its source, an existing ToBlocked of it, or a new one in the patch.
Value* to_blocked(Patch& patch, Value* value);

/// Adds a node of domain gearbox that makes an nChw8c tensor.
Value* add_blocked(Patch& patch, NodeSpec spec);

/// Replaces `old_value` by the plain form of `blocked`.
void replace_by_blocked(Patch& patch, Value* old_value, Value* blocked);

/// Whether the tensor is f32 with a known rank of 3 or 4: [N, C, spatial…] that the blocked kernels serve.
bool is_image(const Value* value);

}  // namespace gearbox
