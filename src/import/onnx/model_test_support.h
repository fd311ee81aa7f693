#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "import/onnx/importer.h"
#include "import/onnx/onnx.pb.h"

namespace gearbox::onnx {

/// A model of opset 17 with an empty graph.
ModelProto empty_model();
NodeProto& add_node(GraphProto& graph, const std::string& op, std::vector<std::string> inputs, std::vector<std::string> outputs,
                    const std::string& name = "");
/// Dims: a number, a name, or "" for an unnamed one.
void add_input(GraphProto& graph, const std::string& name, std::vector<std::string> dims, int type = TensorProto::FLOAT);
void add_output(GraphProto& graph, const std::string& name, std::vector<std::string> dims = {});
TensorProto& add_float_initializer(GraphProto& graph, const std::string& name, std::vector<int64_t> dims, float value);
AttributeProto& add_attribute(NodeProto& node, const std::string& name, AttributeProto::AttributeType type);

/// A few operators without rules, enough to resolve the models of the tests.
const OpRegistry& test_registry();

Result<std::unique_ptr<Graph>> import_model(const ModelProto& model, const std::string& folder = "");
/// "" where the import works.
std::string import_error(const ModelProto& model);

}  // namespace gearbox::onnx
