#pragma once

#include "passes/pass.h"

namespace gearbox {

/// A Concat along the second axis of rows that several Gathers take from tables, each by a column of the same indices, becomes one
/// GatherConcat, which writes the rows where they belong.
Result<int> fuse_gathers(Graph& graph, const PassContext& context);

}  // namespace gearbox
