#pragma once

#include "ir/graph.h"

namespace gearbox {

/// A Conv or ConvTranspose of f32 images with constant weights as its blocked form, weights packed; an empty patch for anything else.
/// A plain image of few channels is read as it is. Without `transforms` no weights are transformed for Winograd tiles.
Patch block_convolution(Node& node, bool transforms);

}  // namespace gearbox
