#pragma once

#include <vector>

#include "ir/graph.h"
#include "package/program.h"

namespace gearbox {

/// Where one value lives.
struct StorageChoice {
  Storage storage = Storage::kArena;
  const Value* alias_of = nullptr;
};

/// Chooses the storage of every value of the graph: views and in-place results share the bytes of their input where nobody else
/// still needs them, outputs get buffers of their own. `order` is graph.nodes(). The result is indexed by Value::id().
/// `settled` tells whether a value's extents are known when the inputs are bound.
std::vector<StorageChoice> choose_storage(const Graph& graph, std::span<Node* const> order, const std::vector<bool>& settled);

}  // namespace gearbox
