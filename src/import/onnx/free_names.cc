#include "import/onnx/free_names.h"

#include <unordered_set>

namespace gearbox::onnx {

const std::vector<std::string>& FreeNames::of(const GraphProto& graph) {
  if (auto it = known_.find(&graph); it != known_.end()) return it->second;
  std::unordered_set<std::string> seen;  // defined inside, or already in `out`
  for (const ValueInfoProto& input : graph.input()) seen.insert(input.name());
  for (const TensorProto& tensor : graph.initializer()) seen.insert(tensor.name());
  for (const SparseTensorProto& tensor : graph.sparse_initializer()) seen.insert(tensor.values().name());
  for (const NodeProto& node : graph.node()) seen.insert(node.output().begin(), node.output().end());
  std::vector<std::string> out;
  auto use = [&](const std::string& name) {
    if (!name.empty() && seen.insert(name).second) out.push_back(name);
  };
  for (const NodeProto& node : graph.node()) {
    for (const std::string& name : node.input()) use(name);
    for (const std::string& name : of(node)) use(name);
  }
  for (const ValueInfoProto& output : graph.output()) use(output.name());
  return known_.emplace(&graph, std::move(out)).first->second;
}

std::vector<std::string> FreeNames::of(const NodeProto& node) {
  std::vector<std::string> out;
  std::unordered_set<std::string> seen;
  auto add = [&](const GraphProto& graph) {
    for (const std::string& name : of(graph)) {
      if (seen.insert(name).second) out.push_back(name);
    }
  };
  for (const AttributeProto& attribute : node.attribute()) {
    if (attribute.has_g()) add(attribute.g());
    for (const GraphProto& graph : attribute.graphs()) add(graph);
  }
  return out;
}

}  // namespace gearbox::onnx
