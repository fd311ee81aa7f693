#include "passes/fuse/fuse_loops.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "passes/fuse/loop_nodes.h"
#include "shape/facts/fact_store.h"

namespace gearbox {

namespace {

constexpr size_t kMostInputs = 12, kMostOperands = 256, kMostNodes = 128, kMostOutputs = 6;

/// Element-wise nodes in topological order that run as one loop.
struct Cluster {
  std::vector<Node*> nodes;
  std::set<const Node*> members;
  bool has(const Node* node) const { return members.contains(node); }
};

class LoopFuser {
 public:
  explicit LoopFuser(Graph& graph) : graph_(graph), order_(graph.nodes()) {
    for (size_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
  }

  std::vector<Cluster> clusters() {
    for (Node* node : order_) {
      Cluster alone{{node}, {node}};
      if (!loop_node_supported(*node) || !small_enough(alone)) continue;
      const size_t own = clusters_.size();
      clusters_.push_back(std::move(alone));
      of_[node] = own;
      for (const Value* input : node->input_list()) {
        if (input && input->producer()) join(input->producer(), node);
      }
    }
    std::erase_if(clusters_, [](const Cluster& cluster) { return cluster.nodes.empty(); });
    return std::move(clusters_);
  }

 private:
  /// Merges the cluster of `from` into that of `to`, where they may be one loop.
  void join(Node* from, Node* to) {
    const auto it = of_.find(from);
    if (it == of_.end() || it->second == of_[to]) return;
    Cluster &a = clusters_[it->second], &b = clusters_[of_[to]];
    if (from->output(0)->type().shape != to->output(0)->type().shape || a.nodes.size() + b.nodes.size() > kMostNodes) return;
    Cluster merged;
    std::merge(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(), std::back_inserter(merged.nodes),
               [&](const Node* x, const Node* y) { return position_.at(x) < position_.at(y); });
    merged.members.insert(merged.nodes.begin(), merged.nodes.end());
    if (!small_enough(merged) || leaves_and_returns(merged)) return;
    const size_t keep = of_[to], gone = it->second;
    for (Node* node : clusters_[gone].nodes) of_[node] = keep;
    clusters_[gone] = {};
    clusters_[keep] = std::move(merged);
  }

  bool small_enough(const Cluster& cluster) const {
    std::set<const Value*> inputs;
    size_t operands = 0, outputs = 0;
    for (const Node* node : cluster.nodes) {
      operands += node->input_list().size();
      for (int i = 0; i < node->inputs(); ++i) {
        const Value* value = node->input(i);
        if (value && !cluster.has(value->producer()) && !is_loop_parameter(*node, i)) inputs.insert(value);
      }
      outputs += used_outside(node->output(0), cluster) ? 1 : 0;
    }
    return inputs.size() <= kMostInputs && operands <= kMostOperands && outputs <= kMostOutputs;
  }

  bool used_outside(const Value* value, const Cluster& cluster) const {
    return graph_.is_output(value) ||
           std::any_of(value->users().begin(), value->users().end(), [&](const Node* user) { return !cluster.has(user); });
  }

  /// Whether a path leaves the cluster and comes back: as one node it would be part of a cycle. Whole clusters count as one node.
  bool leaves_and_returns(const Cluster& cluster) const {
    size_t last = 0;
    for (const Node* node : cluster.nodes) last = std::max(last, position_.at(node));
    std::set<const Node*> seen;
    std::vector<const Node*> open;
    auto visit = [&](const Node* node) {
      if (seen.insert(node).second) open.push_back(node);
    };
    for (const Node* node : cluster.nodes) {
      for (const Node* user : node->output(0)->users()) {
        if (!cluster.has(user)) visit(user);
      }
    }
    while (!open.empty()) {
      const Node* node = open.back();
      open.pop_back();
      // A foreign cluster is entered at any node and left at all of them.
      if (const auto it = of_.find(node); it != of_.end()) {
        for (const Node* member : clusters_[it->second].nodes) {
          if (!cluster.has(member)) visit(member);
        }
      }
      for (const Value* output : node->output_list()) {
        if (!output) continue;
        for (const Node* user : output->users()) {
          if (cluster.has(user)) return true;
          if (position_.at(user) <= last || of_.contains(user)) visit(user);
        }
      }
      for (const Node* after : order_) {
        if (std::find(after->control_inputs().begin(), after->control_inputs().end(), node) != after->control_inputs().end() &&
            cluster.has(after))
          return true;
      }
    }
    return false;
  }

  Graph& graph_;
  std::vector<Node*> order_;
  std::map<const Node*, size_t> position_;
  std::map<const Node*, size_t> of_;
  std::vector<Cluster> clusters_;
};

LoopAccess access_of(const TensorType& input, const Shape& shape) {
  if (*input.shape == shape) return LoopAccess::kDense;
  return product(*input.shape).is_constant(1) ? LoopAccess::kScalar : LoopAccess::kFlagged;
}

/// The power of two that provably divides the last extent, 1 where it is less than any loop's vector.
int64_t column_multiple(const Shape& shape, const Graph& graph) {
  if (shape.empty() || !graph.solver()) return 1;
  const Congruence last = graph.solver()->congruence(shape.back());
  const int64_t divisor = std::gcd(std::gcd(last.modulus, last.residue), kLoopColumnBlock);
  constexpr int64_t kLeastLanes = 8;
  const int64_t multiple = divisor & -divisor;
  return multiple < kLeastLanes ? 1 : multiple;
}

Patch loop_of(const Cluster& cluster, const Graph& graph) {
  const Shape& shape = *cluster.nodes.back()->output(0)->type().shape;
  LoopBody body;
  body.column_multiple = column_multiple(shape, graph);
  NodeSpec spec;
  std::map<const Value*, int32_t> numbers;
  Ints types, access;
  std::vector<Value*> results;
  for (const Node* node : cluster.nodes) {
    for (int i = 0; i < node->inputs(); ++i) {
      Value* value = node->input(i);
      if (!value || numbers.contains(value) || is_loop_parameter(*node, i)) continue;
      access.push_back(static_cast<int64_t>(access_of(value->type(), shape)));
      numbers[value] = body.input(value->type().dtype, static_cast<LoopAccess>(access.back()));
      spec.inputs.push_back(value);
    }
    std::vector<int32_t> operands;
    for (int i = 0; i < node->inputs(); ++i) {
      operands.push_back(node->input(i) && !is_loop_parameter(*node, i) ? numbers.at(node->input(i)) : -1);
    }
    Value* out = node->output(0);
    numbers[out] = emit_node(body, *node, operands);
    const bool outside =
        graph.is_output(out) || std::any_of(out->users().begin(), out->users().end(), [&](const Node* user) { return !cluster.has(user); });
    if (!outside) continue;
    body.output(numbers[out]);
    types.push_back(static_cast<int64_t>(out->type().dtype));
    results.push_back(out);
  }
  spec.op = "FusedLoop";
  spec.domain = "gearbox";
  spec.name =
      cluster.nodes.size() == 1 ? cluster.nodes[0]->name() : cluster.nodes[0]->name() + "+" + std::to_string(cluster.nodes.size() - 1);
  spec.attributes.set("loop", text(body));
  spec.attributes.set("access", access);
  const auto rank = static_cast<int64_t>(shape.size());
  const auto reaches = [rank](const Value* input) { return input->type().rank() == rank; };
  if (std::ranges::none_of(spec.inputs, reaches)) spec.attributes.set("rank", rank);
  if (body.column_multiple > 1) spec.attributes.set("column_multiple", body.column_multiple);
  spec.attributes.set("output_types", types);
  Patch patch;
  Value* first = patch.add(std::move(spec), static_cast<int>(results.size()));
  for (size_t i = 0; i < results.size(); ++i) patch.replace(results[i], patch.output_of(first, static_cast<int>(i)));
  patch.note(std::to_string(cluster.nodes.size()) + " nodes from '" + cluster.nodes.front()->name() + "' on become one loop");
  return patch;
}

}  // namespace

Result<int> fuse_loops(Graph& graph, const PassContext& context) {
  int loops = 0;
  for (const Cluster& cluster : LoopFuser(graph).clusters()) {
    // A loop of constants alone has no extent of its own to run over.
    const bool varies = std::any_of(cluster.nodes.begin(), cluster.nodes.end(), [&](const Node* node) {
      for (int i = 0; i < node->inputs(); ++i) {
        if (node->input(i) && !is_loop_parameter(*node, i)) return true;
      }
      return false;
    });
    if (!varies) continue;
    GBX_RETURN_IF_ERROR(apply_patch(graph, loop_of(cluster, graph), context, "fuse_loops"));
    ++loops;
  }
  if (loops > 0) graph.erase_dead();
  return loops;
}

}  // namespace gearbox
