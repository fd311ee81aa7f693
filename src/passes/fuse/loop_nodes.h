#pragma once

#include "ir/graph.h"
#include "ir/loop.h"

namespace gearbox {

/// Whether a node is element-wise over the broadcast of its inputs and fused loops can compute it exactly as its kernel does: types,
/// attributes and constant parameters included. All its operands and its result are ranked and plain.
bool loop_node_supported(const Node& node);

/// Appends the node's arithmetic to a loop. `operands` are the loop values of the node's inputs, -1 for constants that become
/// parameters and for inputs left out. Returns the loop value of output 0. Only for supported nodes.
int32_t emit_node(LoopBody& body, const Node& node, std::span<const int32_t> operands);

/// Whether input `index` of a supported node is folded into the loop as a constant parameter (Clip's bounds, scalars).
bool is_loop_parameter(const Node& node, int index);

}  // namespace gearbox
