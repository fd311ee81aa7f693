#include "import/onnx/model_test_support.h"

namespace gearbox::onnx {

ModelProto empty_model() {
  ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  model.mutable_graph()->set_name("main");
  return model;
}

NodeProto& add_node(GraphProto& graph, const std::string& op, std::vector<std::string> inputs, std::vector<std::string> outputs,
                    const std::string& name) {
  NodeProto& node = *graph.add_node();
  node.set_op_type(op);
  node.set_name(name);
  for (std::string& input : inputs) node.add_input(std::move(input));
  for (std::string& output : outputs) node.add_output(std::move(output));
  return node;
}

namespace model_test_support {

void set_type(ValueInfoProto& value, const std::string& name, const std::vector<std::string>& dims, int type) {
  value.set_name(name);
  TypeProto::Tensor& tensor = *value.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(type);
  tensor.mutable_shape();
  for (const std::string& text : dims) {
    TensorShapeProto::Dimension& dim = *tensor.mutable_shape()->add_dim();
    const bool number = !text.empty() && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
    if (number) dim.set_dim_value(std::stoll(text));
    if (!number && !text.empty()) dim.set_dim_param(text);
  }
}

}  // namespace model_test_support

void add_input(GraphProto& graph, const std::string& name, std::vector<std::string> dims, int type) {
  model_test_support::set_type(*graph.add_input(), name, dims, type);
}

void add_output(GraphProto& graph, const std::string& name, std::vector<std::string> dims) {
  model_test_support::set_type(*graph.add_output(), name, dims, TensorProto::FLOAT);
}

TensorProto& add_float_initializer(GraphProto& graph, const std::string& name, std::vector<int64_t> dims, float value) {
  TensorProto& tensor = *graph.add_initializer();
  tensor.set_name(name);
  tensor.set_data_type(TensorProto::FLOAT);
  for (int64_t dim : dims) tensor.add_dims(dim);
  const std::vector<float> values(static_cast<size_t>(element_count(dims)), value);
  tensor.set_raw_data(values.data(), values.size() * sizeof(float));
  return tensor;
}

AttributeProto& add_attribute(NodeProto& node, const std::string& name, AttributeProto::AttributeType type) {
  AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(type);
  return attribute;
}

const OpRegistry& test_registry() {
  static const OpRegistry registry = [] {
    constexpr auto kOptional = Formal::Arity::kOptional;
    constexpr auto kVariadic = Formal::Arity::kVariadic;
    OpRegistry ops;
    ops.add(OpDef("Relu").versions({6, 13}).input("x", kAllTypes).output("y", kAllTypes));
    ops.add(OpDef("Add").versions({7, 13}).input("a", kAllTypes).input("b", kAllTypes).output("c", kAllTypes));
    ops.add(OpDef("Clip")
                .versions({11, 13})
                .input("x", kAllTypes)
                .input("min", kAllTypes, kOptional)
                .input("max", kAllTypes, kOptional)
                .output("y", kAllTypes));
    ops.add(OpDef("Concat").versions({4, 11, 13}).input("x", kAllTypes, kVariadic).output("y", kAllTypes).attribute("axis", true));
    ops.add(OpDef("Split").versions({2, 11, 13}).input("x", kAllTypes).output("y", kAllTypes, kVariadic).attribute("axis"));
    ops.add(OpDef("ReduceMax").versions({1, 13}).input("x", kAllTypes).output("y", kAllTypes).attribute("axes").attribute("keepdims"));
    ops.add(OpDef("If")
                .versions({1, 13})
                .input("cond", kBoolTypes)
                .output("y", kAllTypes, kVariadic)
                .attribute("then_branch", true)
                .attribute("else_branch", true)
                .attribute("gearbox.captures"));
    ops.add(OpDef("Loop")
                .versions({1, 13})
                .input("m", kInt64Types, kOptional)
                .input("cond", kBoolTypes, kOptional)
                .input("v", kAllTypes, kVariadic)
                .output("y", kAllTypes, kVariadic)
                .attribute("body", true)
                .attribute("gearbox.captures"));
    ops.add(OpDef("Fused", "com.acme")
                .versions({1})
                .input("x", kAllTypes)
                .output("y", kAllTypes)
                .attribute("alpha")
                .attribute("text")
                .attribute("list")
                .attribute("table"));
    return ops;
  }();
  return registry;
}

Result<std::unique_ptr<Graph>> import_model(const ModelProto& model, const std::string& folder) {
  const std::string bytes = model.SerializeAsString();
  return import_onnx_bytes(std::as_bytes(std::span(bytes)), folder, test_registry());
}

std::string import_error(const ModelProto& model) {
  Result<std::unique_ptr<Graph>> graph = import_model(model);
  return graph.ok() ? "" : graph.status().message();
}

}  // namespace gearbox::onnx
