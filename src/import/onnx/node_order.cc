#include "import/onnx/node_order.h"

#include <functional>
#include <queue>
#include <unordered_map>

namespace gearbox::onnx {

namespace node_order {

/// Walks back from an unordered node along unordered predecessors until one comes up twice.
std::string cycle_text(const google::protobuf::RepeatedPtrField<NodeProto>& nodes, const std::vector<std::vector<int>>& before,
                       const std::vector<int>& waiting) {
  int at = 0;
  while (waiting[static_cast<size_t>(at)] == 0) ++at;
  std::vector<int> path;
  std::vector<int> place(before.size(), -1);
  while (place[static_cast<size_t>(at)] < 0) {
    place[static_cast<size_t>(at)] = static_cast<int>(path.size());
    path.push_back(at);
    for (int earlier : before[static_cast<size_t>(at)]) {
      if (waiting[static_cast<size_t>(earlier)] == 0) continue;
      at = earlier;
      break;
    }
  }
  std::string out = node_label(nodes[at]);
  for (size_t i = path.size(); i-- > static_cast<size_t>(place[static_cast<size_t>(at)]);) out += " -> " + node_label(nodes[path[i]]);
  return out;
}

}  // namespace node_order

std::string node_label(const NodeProto& node) {
  if (!node.name().empty()) return node.op_type() + " node '" + node.name() + "'";
  for (const std::string& output : node.output()) {
    if (!output.empty()) return node.op_type() + " node making '" + output + "'";
  }
  return "nameless " + node.op_type() + " node";
}

Result<std::vector<const NodeProto*>> in_data_order(const google::protobuf::RepeatedPtrField<NodeProto>& nodes, FreeNames& free_names) {
  std::unordered_map<std::string, int> makers;
  for (int i = 0; i < nodes.size(); ++i) {
    for (const std::string& output : nodes[i].output()) {
      if (output.empty()) continue;
      const auto [it, fresh] = makers.emplace(output, i);
      if (!fresh) {
        return invalid_argument("tensor '" + output + "' is made twice: by " + node_label(nodes[it->second]) + " and by " +
                                node_label(nodes[i]));
      }
    }
  }
  std::vector<std::vector<int>> before(static_cast<size_t>(nodes.size())), behind(before.size());
  std::vector<int> waiting(before.size(), 0);
  for (int i = 0; i < nodes.size(); ++i) {
    auto read = [&](const std::string& name) {
      auto it = makers.find(name);
      if (it == makers.end()) return;
      before[static_cast<size_t>(i)].push_back(it->second);
      behind[static_cast<size_t>(it->second)].push_back(i);
      ++waiting[static_cast<size_t>(i)];
    };
    for (const std::string& name : nodes[i].input()) read(name);
    for (const std::string& name : free_names.of(nodes[i])) read(name);
  }
  std::priority_queue<int, std::vector<int>, std::greater<>> ready;
  for (int i = 0; i < nodes.size(); ++i) {
    if (waiting[static_cast<size_t>(i)] == 0) ready.push(i);
  }
  std::vector<const NodeProto*> out;
  while (!ready.empty()) {
    const int next = ready.top();
    ready.pop();
    out.push_back(&nodes[next]);
    for (int later : behind[static_cast<size_t>(next)]) {
      if (--waiting[static_cast<size_t>(later)] == 0) ready.push(later);
    }
  }
  if (out.size() != before.size()) {
    return invalid_argument("the graph has a cycle: " + node_order::cycle_text(nodes, before, waiting));
  }
  return out;
}

}  // namespace gearbox::onnx
