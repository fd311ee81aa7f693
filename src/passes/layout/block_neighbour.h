#pragma once

#include "ir/graph.h"

namespace gearbox {

/// A pool, Resize, Concat, mean over the spatial axes or element-wise operator whose images are the plain forms of nChw8c tensors, as its
/// blocked form; an empty patch for anything else. What else an element-wise operator may read: constant scalars and vectors per channel,
/// gates [N, C, 1, …].
Patch block_neighbour(Node& node);

}  // namespace gearbox
