#include "ir/verifier.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace gearbox {

namespace ir_verifier {

/// Inputs that If and its like keep to themselves: the others are handed to every body.
struct OwnInputs {
  std::string_view op;
  int count;
};
constexpr OwnInputs kOwnInputs[] = {{"If", 1}, {"Loop", 0}, {"Scan", 0}, {"PartitionedCall", 0}};

/// Branches of gears. Input 0 chooses.
bool is_case(const Node& node) { return node.is("Case", "gearbox"); }
/// Whether the node's bodies may have symbols of their own.
bool has_closed_bodies(const Node& node) { return is_case(node) || node.is("PartitionedCall", "gearbox"); }

class Verifier {
 public:
  Verifier(const Graph& graph, bool typed) : graph_(graph), typed_(typed) {}

  Status run() {
    for (const Value* value : graph_.values()) values_.insert(value);
    const std::vector<std::string> cycle = graph_.cycle();
    if (!cycle.empty()) {
      std::string path;
      for (const std::string& name : cycle) path += (path.empty() ? "'" : " -> '") + name + "'";
      return fail("has a cycle: " + path);
    }
    for (const Node* node : graph_.nodes()) nodes_.insert(node);
    for (const Node* node : graph_.nodes()) GBX_RETURN_IF_ERROR(check(*node));
    for (const Value* value : graph_.values()) GBX_RETURN_IF_ERROR(check(*value));
    return interface();
  }

 private:
  Status fail(const std::string& what) const { return internal_error("graph '" + graph_.name() + "' " + what); }
  Status fail(const Node& node, const std::string& what) const {
    return fail("has a broken node: " + node.op() + " '" + node.name() + "' " + what);
  }
  Status fail(const Value& value, const std::string& what) const { return fail("has a broken value: '" + value.name() + "' " + what); }

  Status check(const Node& node) {
    if (!node_names_.insert(node.name()).second) return fail(node, "shares its name with another node");
    for (const Value* input : node.input_list()) {
      if (!input) continue;
      if (!values_.contains(input)) return fail(node, "reads a value of no node, input or constant of this graph");
      ++uses_[input][&node];
    }
    for (int i = 0; i < node.outputs(); ++i) {
      const Value* output = node.output(i);
      if (!output) continue;
      if (!values_.contains(output)) return fail(node, "has an output that the graph does not own");
      if (output->producer() != &node || output->output_index() != i)
        return fail(*output, "does not know its producer '" + node.name() + "'");
      if (!produced_.insert(output).second) return fail(*output, "has two producers");
    }
    for (const Node* before : node.control_inputs()) {
      if (!nodes_.contains(before)) return fail(node, "must run after a node that is not in this graph");
    }
    return bodies(node);
  }

  Status bodies(const Node& node) const {
    const auto* own = std::find_if(std::begin(kOwnInputs), std::end(kOwnInputs), [&](const OwnInputs& row) { return node.is(row.op); });
    for (const auto& [key, body] : node.bodies()) {
      const std::string which = "has a body '" + key + "' ";
      if (!body) return fail(node, which + "without a graph");
      if (body->scope() != graph_.scope() && !has_closed_bodies(node)) return fail(node, which + "with symbols of its own");
      const int given = static_cast<int>(body->inputs().size());
      if (given > node.inputs()) return fail(node, which + "with more inputs than the node");
      if (own != std::end(kOwnInputs) && node.inputs() - own->count != given) {
        return fail(node,
                    which + "with " + std::to_string(given) + " inputs, the node hands it " + std::to_string(node.inputs() - own->count));
      }
      if (is_case(node) && node.inputs() - 1 != given) return fail(node, which + "that does not take all its inputs");
      GBX_RETURN_IF_ERROR(Verifier(*body, typed_).run());
    }
    return {};
  }

  Status check(const Value& value) {
    if (value.name().empty()) return internal_error("graph '" + graph_.name() + "' has a value without a name");
    if (graph_.find_value(value.name()) != &value) return fail(value, "is not found by its name");
    if (value.producer() && !produced_.contains(&value)) return fail(value, "names a producer that does not make it");
    std::unordered_map<const Node*, int> users;
    for (const Node* user : value.users()) ++users[user];
    if (users != uses_[&value]) return fail(value, "has a list of users that differs from its uses");
    return type(value);
  }

  Status type(const Value& value) const {
    const TensorType& type = value.type();
    if (typed_ && type.dtype == DType::kUndefined) return fail(value, "has no element type");
    if (value.is_constant()) {
      if (value.producer()) return fail(value, "is a constant and has a producer");
      if (type.dtype != value.constant().dtype()) return fail(value, "is a constant of another element type than its literal");
    }
    if (type.capacity && (!type.shape || type.capacity->size() != type.shape->size()))
      return fail(value, "has a capacity of another rank than its shape");
    if (!type.strides.empty() && (!type.shape || type.strides.size() != type.shape->size()))
      return fail(value, "has strides of another rank than its shape");
    if (type.quantisation) {
      const Quantisation& quantisation = *type.quantisation;
      if (quantisation.axis < -1 || (type.shape && quantisation.axis >= type.rank()))
        return fail(value, "is quantised along an axis it does not have");
      if (quantisation.axis == -1 && quantisation.scale.size() != 1)
        return fail(value, "is quantised as a whole but has not exactly one scale");
      if (quantisation.scale.size() != quantisation.zero_point.size())
        return fail(value, "has different numbers of scales and zero points");
    }
    return {};
  }

  Status interface() const {
    std::unordered_set<const Value*> inputs;
    for (const Value* input : graph_.inputs()) {
      if (!values_.contains(input)) return fail("has an input that it does not own");
      if (!inputs.insert(input).second) return fail(*input, "is an input twice");
      if (input->producer() || input->is_constant()) return fail(*input, "is an input and has a producer or a literal");
    }
    for (const Value* value : graph_.values()) {
      if (!value->producer() && !value->is_constant() && !inputs.contains(value)) return fail(*value, "comes from nowhere");
    }
    std::unordered_set<std::string> names;
    for (size_t i = 0; i < graph_.outputs().size(); ++i) {
      const std::string& name = graph_.output_name(static_cast<int>(i));
      if (!values_.contains(graph_.outputs()[i])) return fail("has an output '" + name + "' that no node, input or constant makes");
      if (!names.insert(name).second) return fail("has two outputs named '" + name + "'");
    }
    return {};
  }

  const Graph& graph_;
  bool typed_;
  std::unordered_set<const Value*> values_, produced_;
  std::unordered_set<const Node*> nodes_;
  std::unordered_set<std::string> node_names_;
  std::unordered_map<const Value*, std::unordered_map<const Node*, int>> uses_;
};

}  // namespace ir_verifier

Status verify(const Graph& graph) { return ir_verifier::Verifier(graph, false).run(); }

Status verify_typed(const Graph& graph) { return ir_verifier::Verifier(graph, true).run(); }

}  // namespace gearbox
