#include "passes/canonicalise/separate_outputs.h"

#include <set>

namespace gearbox {

Result<int> separate_outputs(Graph& graph, const PassContext& context) {
  int copies = 0;
  std::set<const Value*> taken;
  for (size_t i = 0; i < graph.outputs().size(); ++i) {
    Value* value = graph.outputs()[i];
    if (value->producer() && taken.insert(value).second) continue;
    NodeSpec copy;
    copy.op = "Identity";
    copy.version = 14;
    copy.name = graph.unique_name("copy_of_" + value->name());
    copy.inputs = {value};
    Node* node = graph.add(std::move(copy), {""});
    GBX_RETURN_IF_ERROR(infer_node(*node, graph, context.ops));
    graph.set_output(static_cast<int>(i), node->output(0));
    taken.insert(node->output(0));
    ++copies;
  }
  return copies;
}

}  // namespace gearbox
