#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"
#include "ops/op_def.h"

namespace gearbox {

/// A Reshape whose constant target leaves its input's leading extent only one value: the batch size of the export is baked in.
struct BakedBatch {
  Node* node;
  std::string fixed;  ///< for people: the node, the constant, what it fixes and to what
  std::string hint;   ///< and what helps
};

/// Every such Reshape of a main graph whose types have been inferred. The leading number of the target would follow from the input if it
/// were -1.
std::vector<BakedBatch> find_baked_batches(const Graph& graph);

/// Notes them in the graph, and adds the hint to the checks that come of them.
void tell_baked_batches(Graph& graph);

/// Replaces the leading number by -1 in each of them and infers all types anew; the checks that came of the numbers are dropped.
/// Returns what was rewritten, in words.
Result<std::vector<std::string>> unbake_batches(Graph& graph, const OpRegistry& ops);

}  // namespace gearbox
