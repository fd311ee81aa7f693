#include "import/onnx/graph_builder.h"

#include <algorithm>
#include <set>

#include "import/onnx/attribute_reader.h"
#include "import/onnx/free_names.h"
#include "import/onnx/node_order.h"
#include "import/onnx/opsets.h"
#include "import/onnx/scope.h"
#include "import/onnx/type_reader.h"

namespace gearbox::onnx {

namespace graph_builder {

constexpr int kMaxCallDepth = 64;

std::string function_key(const std::string& domain, const std::string& name, const std::string& overload) {
  return domain_of(domain) + "::" + name + ":" + overload;
}

/// A name a nested graph takes from outside, and what it stands for there.
struct Capture {
  std::string name;
  Value* value;
};

class Builder {
 public:
  Builder(const OpRegistry& registry, TensorReader& tensors, int64_t max_nodes)
      : registry_(registry), tensors_(tensors), nodes_left_(max_nodes), max_nodes_(max_nodes) {}

  Result<std::unique_ptr<Graph>> model(const ModelProto& model) {
    GBX_ASSIGN_OR_RETURN(const Opsets opsets, read_opsets(model.opset_import(), {}));
    for (const FunctionProto& function : model.functions()) {
      GBX_ASSIGN_OR_RETURN(Opsets own, read_opsets(function.opset_import(), opsets));
      const std::string key = function_key(function.domain(), function.name(), function.overload());
      if (!functions_.emplace(key, Function{&function, std::move(own)}).second) {
        return invalid_argument("the model defines function '" + function.name() + "' of domain '" + function.domain() + "' twice");
      }
    }
    const GraphProto& proto = model.graph();
    auto graph = std::make_unique<Graph>(proto.name().empty() ? "main" : proto.name());
    add_notes(model, opsets, *graph);
    Scope scope(*graph, opsets);
    GBX_RETURN_IF_ERROR(inputs(proto, scope, model.ir_version()));
    GBX_RETURN_IF_ERROR(contents(proto, scope));
    for (const ValueInfoProto& output : proto.output()) graph->claims().push_back(read_claim(output));
    return graph;
  }

 private:
  struct Function {
    const FunctionProto* proto;
    Opsets opsets;
  };

  static void add_notes(const ModelProto& model, const Opsets& opsets, Graph& graph) {
    if (!model.producer_name().empty()) {
      graph.notes().push_back("producer: " + model.producer_name() + (model.producer_version().empty() ? "" : " ") +
                              model.producer_version());
    }
    if (auto it = opsets.find(""); it != opsets.end()) graph.notes().push_back("opset: " + std::to_string(it->second));
    for (const StringStringEntryProto& entry : model.metadata_props()) graph.notes().push_back(entry.key() + ": " + entry.value());
  }

  /// Inputs of the model; those with an initialiser are constants instead. Before IR version 4 every initialiser had to be
  /// listed as an input too, so that only later it says something about the model.
  Status inputs(const GraphProto& proto, Scope& scope, int64_t ir_version) {
    std::set<std::string> initialised;
    for (const TensorProto& tensor : proto.initializer()) initialised.insert(tensor.name());
    for (const SparseTensorProto& tensor : proto.sparse_initializer()) initialised.insert(tensor.values().name());
    DimScope& symbols = *scope.graph().scope();
    declare_symbols(proto, initialised, symbols);
    for (const ValueInfoProto& input : proto.input()) {
      if (input.name().empty()) return corrupt("an input of the graph has no name");
      if (initialised.contains(input.name())) {
        if (ir_version >= 4)
          scope.graph().notes().push_back("input '" + input.name() + "' has a default in the file and is treated as a constant");
        continue;
      }
      GBX_ASSIGN_OR_RETURN(TensorType type, read_input_type(input, symbols));
      GBX_RETURN_IF_ERROR(scope.define(input.name(), scope.graph().add_input(scope.value_name(input.name()), std::move(type))));
    }
    return {};
  }

  /// Initialisers, nodes and outputs of a graph whose inputs are defined.
  Status contents(const GraphProto& proto, Scope& scope) {
    for (const TensorProto& tensor : proto.initializer()) {
      GBX_ASSIGN_OR_RETURN(Literal literal, tensors_.read(tensor, tensor.name()));
      GBX_RETURN_IF_ERROR(constant(tensor.name(), std::move(literal), scope));
    }
    for (const SparseTensorProto& tensor : proto.sparse_initializer()) {
      GBX_ASSIGN_OR_RETURN(Literal literal, tensors_.read(tensor, tensor.values().name()));
      GBX_RETURN_IF_ERROR(constant(tensor.values().name(), std::move(literal), scope));
    }
    GBX_RETURN_IF_ERROR(nodes(proto.node(), scope));
    std::set<std::string> names;
    for (const ValueInfoProto& output : proto.output()) {
      const std::optional<Value*> value = scope.find(output.name());
      if (!value || !*value) {
        return invalid_argument("graph '" + scope.graph().name() + "' has an output '" + output.name() + "' that nothing defines");
      }
      if (!names.insert(output.name()).second)
        return invalid_argument("graph '" + scope.graph().name() + "' has two outputs named '" + output.name() + "'");
      scope.graph().add_output(*value, output.name());
    }
    return {};
  }

  Status constant(const std::string& name, Literal literal, Scope& scope) {
    if (name.empty()) return corrupt("an initializer has no name");
    return scope.define(name, scope.graph().add_constant(scope.value_name(name), std::move(literal)));
  }

  Status nodes(const google::protobuf::RepeatedPtrField<NodeProto>& protos, Scope& scope) {
    GBX_ASSIGN_OR_RETURN(const std::vector<const NodeProto*> ordered, in_data_order(protos, free_names_));
    for (const NodeProto* proto : ordered) {
      // Inside of functions a node costs by its size as well: a small file may call them very often.
      nodes_left_ -= 1 + (scope.call_depth() > 0 ? static_cast<int64_t>(proto->ByteSizeLong() / 1024) : 0);
      if (nodes_left_ < 0) {
        return resource_exhausted("the model has more than " + std::to_string(max_nodes_) + " nodes once its functions are written out");
      }
      GBX_RETURN_IF_ERROR(node(*proto, scope));
    }
    return {};
  }

  Status node(const NodeProto& proto, Scope& scope) {
    const std::string domain = domain_of(proto.domain());
    if (auto it = functions_.find(function_key(domain, proto.op_type(), proto.overload())); it != functions_.end()) {
      return call(proto, it->second, scope);
    }
    if (domain.empty() && proto.op_type() == "Constant") return constant_node(proto, scope);
    const std::string label = node_label(proto);
    const auto version = scope.opsets().find(domain);
    if (version == scope.opsets().end()) {
      if (!registry_.find(domain, proto.op_type()))
        return unsupported(label + ": operator " + domain + "::" + proto.op_type() + " is not supported");
      return invalid_argument(label + ": the model imports no opset of domain '" + (domain.empty() ? "ai.onnx" : domain) + "'");
    }
    GBX_ASSIGN_OR_RETURN(const OpDef* definition, resolve_operator(registry_, domain, proto.op_type(), version->second, label));
    NodeSpec spec;
    spec.op = proto.op_type();
    spec.domain = domain;
    spec.version = version->second;
    spec.name = scope.node_name(proto.name(), proto.output_size() > 0 ? proto.output(0) : "");
    GBX_ASSIGN_OR_RETURN(spec.inputs, operands(proto, scope));
    GBX_RETURN_IF_ERROR(attributes(proto, label, scope, spec));
    GBX_RETURN_IF_ERROR(bodies(proto, label, scope, spec));
    std::vector<std::string> outputs;
    for (const std::string& name : proto.output()) outputs.push_back(name.empty() ? "-" : scope.value_name(name));
    while (!outputs.empty() && outputs.back() == "-") outputs.pop_back();
    Node* node = scope.graph().add(std::move(spec), std::move(outputs));
    node->set_definition(definition);
    GBX_RETURN_IF_ERROR(check_schema(*node, *definition));
    for (int i = 0; i < node->outputs(); ++i) {
      if (node->output(i)) GBX_RETURN_IF_ERROR(scope.define(proto.output(i), node->output(i)).at(label));
    }
    return {};
  }

  Status constant_node(const NodeProto& proto, Scope& scope) {
    const std::string label = node_label(proto);
    if (proto.output_size() != 1 || proto.output(0).empty()) return invalid_argument(label + " needs exactly one output");
    const AttributeProto* value = proto.attribute_size() == 1 ? scope.resolve(proto.attribute(0)) : nullptr;
    if (!value) return invalid_argument(label + " needs exactly one attribute, its value");
    AttributeProto renamed;  // an argument goes by the caller's name for it
    if (value != &proto.attribute(0)) {
      if (value->has_t() || value->has_sparse_tensor()) {
        const std::string name = scope.value_name(proto.output(0));
        Result<Literal> literal = value->has_t() ? tensors_.read(value->t(), name) : tensors_.read(value->sparse_tensor(), name);
        if (!literal.ok()) return literal.status();
        return constant(proto.output(0), *literal, scope);
      }
      renamed = *value;
      renamed.set_name(proto.attribute(0).name());
      value = &renamed;
    }
    GBX_ASSIGN_OR_RETURN(Literal literal, read_constant(proto, *value, tensors_, scope.value_name(proto.output(0))));
    return constant(proto.output(0), std::move(literal), scope);
  }

  /// The operands, without trailing ones that are left out.
  Result<std::vector<Value*>> operands(const NodeProto& proto, const Scope& scope) {
    std::vector<Value*> out;
    for (const std::string& name : proto.input()) {
      const std::optional<Value*> value = name.empty() ? std::optional<Value*>(nullptr) : scope.find(name);
      if (!value) return invalid_argument(node_label(proto) + " reads tensor '" + name + "', which nothing defines");
      out.push_back(*value);
    }
    while (!out.empty() && !out.back()) out.pop_back();
    return out;
  }

  Status attributes(const NodeProto& proto, const std::string& label, const Scope& scope, NodeSpec& spec) {
    std::set<std::string> seen;
    for (const AttributeProto& attribute : proto.attribute()) {
      if (!seen.insert(attribute.name()).second) return invalid_argument(label + " has two attributes named '" + attribute.name() + "'");
      if (!attribute.ref_attr_name().empty() && scope.call_depth() == 0) {
        return invalid_argument(label + ": attribute '" + attribute.name() + "' refers to '" + attribute.ref_attr_name() +
                                "' of a function, but the node is in none");
      }
      const AttributeProto* value = scope.resolve(attribute);
      if (!value || kind_of(*value) == AttributeProto::GRAPH) continue;
      GBX_ASSIGN_OR_RETURN(Attribute read, read_attribute(*value, tensors_, label));
      spec.attributes.set(attribute.name(), std::move(read));
    }
    return {};
  }

  Status bodies(const NodeProto& proto, const std::string& label, const Scope& scope, NodeSpec& spec) {
    std::vector<const AttributeProto*> graphs;
    for (const AttributeProto& attribute : proto.attribute()) {
      const AttributeProto* value = scope.resolve(attribute);
      if (!value || kind_of(*value) != AttributeProto::GRAPH) continue;
      if (value != &attribute)
        return unsupported(label + ": attribute '" + attribute.name() + "' is a graph handed to a function, which is not supported");
      graphs.push_back(value);
    }
    if (graphs.empty()) return {};
    if (spec.op == "Scan" && spec.version < 9)
      return unsupported(label + ": Scan of opset 8 is not supported; convert the model to opset 9 or later");
    size_t regular = spec.inputs.size();
    for (const AttributeProto* attribute : graphs) {
      const auto taken = static_cast<size_t>(attribute->g().input_size());
      if (spec.op == "If" && taken != 0) return invalid_argument(label + ": its branch '" + attribute->name() + "' must not have inputs");
      if (spec.op == "If") continue;
      if (spec.inputs.size() > taken) {
        return invalid_argument(label + " has " + std::to_string(spec.inputs.size()) + " inputs, its graph '" + attribute->name() +
                                "' takes only " + std::to_string(taken));
      }
      regular = std::max(regular, taken);
    }
    spec.inputs.resize(regular, nullptr);
    std::vector<Capture> captures;
    for (const std::string& name : free_names_.of(proto)) {
      const std::optional<Value*> value = scope.find(name);
      if (!value || !*value) return invalid_argument(label + ": a graph nested in it reads tensor '" + name + "', which nothing defines");
      captures.push_back({name, *value});
      if (!(*value)->is_constant()) spec.inputs.push_back(*value);
    }
    spec.attributes.set("gearbox.captures", static_cast<int64_t>(spec.inputs.size() - regular));
    for (const AttributeProto* attribute : graphs) {
      GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> body, this->body(*attribute, captures, scope));
      spec.bodies.emplace_back(attribute->name(), std::move(body));
    }
    return {};
  }

  /// A nested graph with its captures behind its own inputs; captured constants are repeated inside, sharing their bytes.
  Result<std::unique_ptr<Graph>> body(const AttributeProto& attribute, const std::vector<Capture>& captures, const Scope& outer) {
    const GraphProto& proto = attribute.g();
    auto graph = std::make_unique<Graph>(proto.name().empty() ? attribute.name() : proto.name(), outer.graph().scope());
    Scope scope = outer.nested(*graph);
    for (const ValueInfoProto& input : proto.input()) {
      if (input.name().empty()) return corrupt("an input of graph '" + graph->name() + "' has no name");
      GBX_ASSIGN_OR_RETURN(TensorType type, read_body_input_type(input));
      GBX_RETURN_IF_ERROR(scope.define(input.name(), graph->add_input(scope.value_name(input.name()), std::move(type))));
    }
    const std::vector<std::string>& free_names = free_names_.of(proto);
    const std::set<std::string> wanted(free_names.begin(), free_names.end());
    for (const Capture& capture : captures) {
      const std::string& name = capture.value->name();
      Value* inside = capture.value->is_constant() ? graph->add_constant(name, capture.value->constant())
                                                   : graph->add_input(name, capture.value->type());
      // One branch's own name may be what another branch captures: there the own one counts.
      if (wanted.contains(capture.name)) GBX_RETURN_IF_ERROR(scope.define(capture.name, inside));
    }
    GBX_RETURN_IF_ERROR(contents(proto, scope));
    return graph;
  }

  Status call(const NodeProto& proto, const Function& function, Scope& outer) {
    const std::string label = node_label(proto);
    const FunctionProto& callee = *function.proto;
    if (outer.call_depth() >= kMaxCallDepth) return invalid_argument(label + ": functions call each other too deeply, perhaps in a circle");
    if (proto.input_size() > callee.input_size() || proto.output_size() > callee.output_size()) {
      return invalid_argument(label + " hands over more inputs or outputs than its function has");
    }
    nodes_left_ -= callee.input_size() / 64;
    std::string name = proto.name();
    for (const std::string& output : proto.output()) {
      if (name.empty()) name = output;
    }
    Scope scope = outer.called(name.empty() ? callee.name() : name, function.opsets);
    for (const AttributeProto& fallback : callee.attribute_proto()) scope.set_argument(fallback.name(), fallback);
    GBX_RETURN_IF_ERROR(arguments(proto, callee, label, outer, scope));
    GBX_ASSIGN_OR_RETURN(std::vector<Value*> given, operands(proto, outer));
    given.resize(static_cast<size_t>(callee.input_size()), nullptr);
    for (int i = 0; i < callee.input_size(); ++i)
      GBX_RETURN_IF_ERROR(scope.define(callee.input(i), given[static_cast<size_t>(i)]).at(label));
    for (int i = 0; i < proto.output_size(); ++i) {
      if (!proto.output(i).empty()) scope.rename(callee.output(i), outer.value_name(proto.output(i)));
    }
    GBX_RETURN_IF_ERROR(nodes(callee.node(), scope).at(label));
    for (int i = 0; i < proto.output_size(); ++i) {
      if (proto.output(i).empty()) continue;
      const std::optional<Value*> value = scope.find(callee.output(i));
      if (!value || !*value) return invalid_argument(label + ": its function does not define its output '" + callee.output(i) + "'");
      GBX_RETURN_IF_ERROR(outer.define(proto.output(i), *value).at(label));
    }
    return {};
  }

  static Status arguments(const NodeProto& proto, const FunctionProto& callee, const std::string& label, const Scope& outer, Scope& scope) {
    for (const AttributeProto& attribute : proto.attribute()) {
      const auto named = [&](const std::string& name) { return name == attribute.name(); };
      const auto fallback = [&](const AttributeProto& other) { return other.name() == attribute.name(); };
      if (std::none_of(callee.attribute().begin(), callee.attribute().end(), named) &&
          std::none_of(callee.attribute_proto().begin(), callee.attribute_proto().end(), fallback)) {
        return invalid_argument(label + " has an attribute '" + attribute.name() + "' that its function does not know");
      }
      if (const AttributeProto* value = outer.resolve(attribute)) scope.set_argument(attribute.name(), *value);
    }
    return {};
  }

  const OpRegistry& registry_;
  TensorReader& tensors_;
  int64_t nodes_left_;
  int64_t max_nodes_;
  std::map<std::string, Function> functions_;
  FreeNames free_names_;
};

}  // namespace graph_builder

Result<std::unique_ptr<Graph>> build_graph(const ModelProto& model, const OpRegistry& registry, TensorReader& tensors, int64_t max_nodes) {
  return graph_builder::Builder(registry, tensors, max_nodes).model(model);
}

}  // namespace gearbox::onnx
