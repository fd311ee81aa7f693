#include "passes/layout/block_channels.h"

#include "passes/layout/block_convolution.h"
#include "passes/layout/block_neighbour.h"
#include "passes/layout/blocked_value.h"

namespace gearbox {

namespace block_channels_rule {

/// A change of layout that undoes another.
Patch cancel(Node& node) {
  const bool to = node.is("ToBlocked", "gearbox");
  if (!to && !node.is("FromBlocked", "gearbox")) return Patch::none();
  const Node* before = node.input(0)->producer();
  if (!before || !before->is(to ? "FromBlocked" : "ToBlocked", "gearbox")) return Patch::none();
  Patch patch;
  patch.replace(node.output(0), before->input(0));
  patch.note("'" + node.name() + "' undoes '" + before->name() + "'");
  return patch;
}

}  // namespace block_channels_rule

Result<int> block_channels(Graph& graph, const PassContext& context) {
  return rewrite_nodes(graph, context, "block_channels", [&](Node& node, Graph&) -> Result<Patch> {
    Patch patch = block_channels_rule::cancel(node);
    if (patch.empty()) patch = block_convolution(node, !context.exact_conv);
    if (patch.empty()) patch = block_neighbour(node);
    return patch;
  });
}

}  // namespace gearbox
