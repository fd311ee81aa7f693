#pragma once

#include <vector>

#include "ir/graph.h"
#include "package/program.h"

namespace gearbox {

/// Where one value lives.
struct StorageChoice {
  Storage storage = Storage::kArena;
  const Value* alias_of = nullptr;
  int64_t offset = 0;  ///< bytes from where alias_of begins
};

/// Chooses the storage of every value of the graph: views and in-place results share the bytes of their input where nobody else
/// still needs them, parts of a tensor lie in it and parts of a joined one are made in their place where numbers known now allow it
/// (contiguous.h), outputs get buffers of their own. `order` is graph.nodes(). The result is indexed by Value::id().
/// `settled` tells whether a value's extents are known when the inputs are bound.
std::vector<StorageChoice> choose_storage(const Graph& graph, std::span<Node* const> order, const std::vector<bool>& settled);

}  // namespace gearbox
