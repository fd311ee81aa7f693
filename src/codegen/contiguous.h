#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/graph.h"

namespace gearbox {

/// Where output `index` of a node lies in its input 0, in bytes, where it is a contiguous part of it by numbers known now: pieces of Split,
/// Slice with steps of 1, Gather of one index, all along an axis before which every extent is 1. nullopt where it is not.
std::optional<int64_t> part_offset(const Node& node, int index);

/// Where each input of a Concat lies in the output, in bytes, where the inputs stand there one behind the other: the extents before the
/// axis are 1. nullopt for other nodes, and where extents are not known or a part would start off the alignment of buffers.
std::optional<std::vector<int64_t>> joined_offsets(const Node& node);

}  // namespace gearbox
