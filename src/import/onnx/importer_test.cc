#include "import/onnx/importer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "import/onnx/model_test_support.h"
#include "ir/text.h"
#include "ir/verifier.h"

namespace gearbox::onnx {
namespace {

/// The graph of a model that must import and verify.
std::unique_ptr<Graph> imported(const ModelProto& model) {
  Result<std::unique_ptr<Graph>> graph = import_model(model);
  if (!graph.ok()) {
    ADD_FAILURE() << graph.status().text();
    return std::make_unique<Graph>("failed");
  }
  EXPECT_TRUE(verify(**graph).ok()) << verify(**graph).message();
  return std::move(graph).value();
}

TEST(Importer, ReadsNodesSymbolsAndConstants) {
  ModelProto model = empty_model();
  GraphProto& graph = *model.mutable_graph();
  model.set_producer_name("exporter");
  add_input(graph, "x", {"N", "", "0", "-1"});
  add_input(graph, "z", {"N", "C"});
  add_input(graph, "w", {"3"});
  graph.add_input()->CopyFrom(graph.input(0));
  graph.mutable_input(3)->set_name("u");
  graph.mutable_input(3)->mutable_type()->mutable_tensor_type()->clear_shape();
  add_float_initializer(graph, "w", {3}, 2);
  add_node(graph, "Add", {"h", "w"}, {"y"}, "last");
  add_node(graph, "Clip", {"x", "", "z", ""}, {"h"}, "first");
  add_output(graph, "y", {"M", "7", ""});
  const std::unique_ptr<Graph> result = imported(model);
  EXPECT_EQ(print(*result), R"(graph @main(%x: f32[N,"x.1",0,"x.3"], %z: f32[N,C], %u: f32[*]) -> (%y: undefined[*])
  given N >= 0, C >= 0, "x.1" >= 0, "x.3" >= 0 {
  @w = f32[3]{2, 2, 2}
  %h = Clip.17(%x, _, %z) named "first" : undefined[*]
  %y = Add.17(%h, @w) named "last" : undefined[*]
  claim "y": f32 ["M","7",""]
  note "producer: exporter"
  note "opset: 17"
  note "input 'w' has a default in the file and is treated as a constant"
}
)");
  EXPECT_EQ(result->nodes()[0]->definition()->name(), "Clip");
}

TEST(Importer, GivesUnnamedDimsSymbolsOfTheirOwn) {
  ModelProto model = empty_model();
  add_input(*model.mutable_graph(), "x", {""});
  add_input(*model.mutable_graph(), "y", {"", "x.0"});
  const std::unique_ptr<Graph> result = imported(model);
  const Dim unnamed = result->inputs()[0]->type().dim(0);
  const TensorType& other = result->inputs()[1]->type();
  EXPECT_FALSE(unnamed == other.dim(0));
  EXPECT_FALSE(unnamed == other.dim(1));
  EXPECT_EQ(other.dim(1).text(), "\"x.0\"");
}

TEST(Importer, ReadsAttributes) {
  ModelProto model = empty_model();
  GraphProto& graph = *model.mutable_graph();
  OperatorSetIdProto& import = *model.add_opset_import();
  import.set_domain("com.acme");
  import.set_version(3);
  model.add_opset_import()->set_domain("com.unused");
  add_input(graph, "x", {"N"});
  NodeProto& node = add_node(graph, "Fused", {"x"}, {"y"});
  node.set_domain("com.acme");
  add_attribute(node, "alpha", AttributeProto::UNDEFINED).set_f(0.5f);
  add_attribute(node, "text", AttributeProto::STRING).set_s("größe");
  AttributeProto& list = add_attribute(node, "list", AttributeProto::INTS);
  list.add_ints(1);
  list.add_ints(-2);
  AttributeProto& table = add_attribute(node, "table", AttributeProto::TENSOR);
  table.mutable_t()->set_data_type(TensorProto::INT8);
  table.mutable_t()->add_dims(2);
  table.mutable_t()->add_int32_data(-1);
  table.mutable_t()->add_int32_data(7);
  add_output(graph, "y");
  const std::unique_ptr<Graph> result = imported(model);
  EXPECT_NE(print(*result).find("com.acme::Fused.3(%x) {alpha=0.5, list=[1,-2], table=i8[2]{-1, 7}, text=\"größe\"}"), std::string::npos)
      << print(*result);
}

TEST(Importer, TurnsConstantNodesIntoConstants) {
  ModelProto model = empty_model();
  GraphProto& graph = *model.mutable_graph();
  add_attribute(add_node(graph, "Constant", {}, {"a"}), "value_float", AttributeProto::FLOAT).set_f(1.5f);
  add_attribute(add_node(graph, "Constant", {}, {"b"}), "value_int", AttributeProto::INT).set_i(-3);
  add_attribute(add_node(graph, "Constant", {}, {"c"}), "value_floats", AttributeProto::FLOATS).add_floats(2);
  add_attribute(add_node(graph, "Constant", {}, {"d"}), "value_ints", AttributeProto::INTS);
  AttributeProto& sparse = add_attribute(add_node(graph, "Constant", {}, {"e"}), "sparse_value", AttributeProto::SPARSE_TENSOR);
  sparse.mutable_sparse_tensor()->add_dims(2);
  sparse.mutable_sparse_tensor()->add_dims(2);
  TensorProto& values = *sparse.mutable_sparse_tensor()->mutable_values();
  values.set_data_type(TensorProto::FLOAT);
  values.add_dims(1);
  values.add_float_data(9);
  TensorProto& indices = *sparse.mutable_sparse_tensor()->mutable_indices();
  indices.set_data_type(TensorProto::INT64);
  indices.add_dims(1);
  indices.add_dims(2);
  indices.add_int64_data(1);
  indices.add_int64_data(0);
  AttributeProto& tensor = add_attribute(add_node(graph, "Constant", {}, {"f"}), "value", AttributeProto::TENSOR);
  tensor.mutable_t()->set_data_type(TensorProto::BOOL);
  tensor.mutable_t()->add_dims(3);
  tensor.mutable_t()->set_raw_data(std::string("\0\1\5", 3));
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) add_output(graph, name);
  const std::unique_ptr<Graph> result = imported(model);
  auto text = [&](std::string_view name) { return literal_text(result->find_value(name)->constant(), {}); };
  EXPECT_EQ(text("a"), "f32[]{1.5}");
  EXPECT_EQ(text("b"), "i64[]{-3}");
  EXPECT_EQ(text("c"), "f32[1]{2}");
  EXPECT_EQ(text("d"), "i64[0]{}");
  EXPECT_EQ(text("e"), "f32[2,2]{0, 0, 9, 0}");
  EXPECT_EQ(text("f"), "bool[3]{0, 1, 1}");
}

TEST(Importer, MakesCapturesExplicit) {
  ModelProto model = empty_model();
  GraphProto& graph = *model.mutable_graph();
  add_input(graph, "n", {}, TensorProto::INT64);
  add_input(graph, "c", {}, TensorProto::BOOL);
  add_input(graph, "x", {"N"});
  add_float_initializer(graph, "k", {}, 2);
  NodeProto& loop = add_node(graph, "Loop", {"n"}, {"y"}, "loop");
  GraphProto& body = *add_attribute(loop, "body", AttributeProto::GRAPH).mutable_g();
  body.set_name("step");
  add_input(body, "i", {}, TensorProto::INT64);
  add_input(body, "going", {}, TensorProto::BOOL);
  NodeProto& choice = add_node(body, "If", {"c"}, {"picked"}, "if");
  GraphProto& yes = *add_attribute(choice, "then_branch", AttributeProto::GRAPH).mutable_g();
  add_node(yes, "Add", {"x", "k"}, {"t"});
  add_output(yes, "t");
  GraphProto& no = *add_attribute(choice, "else_branch", AttributeProto::GRAPH).mutable_g();
  add_output(no, "h");
  add_output(body, "going");
  add_output(body, "picked");
  add_node(graph, "Relu", {"x"}, {"h"}, "late");
  add_output(graph, "y");
  const std::unique_ptr<Graph> result = imported(model);
  EXPECT_EQ(print(*result), R"(graph @main(%n: i64[], %c: bool[], %x: f32[N]) -> (%y: undefined[*])
  given N >= 0 {
  @k = f32[]{2}
  %h = Relu.17(%x) named "late" : undefined[*]
  %y = Loop.17(%n, _, %c, %x, %h) {gearbox.captures=3} named "loop" : undefined[*] {
    body = graph @step(%i: i64[*], %going: bool[*], %c: bool[], %x: f32[N], %h: undefined[*]) -> (%going: bool[*], %picked: undefined[*]) {
      @k = f32[]{2}
      %picked = If.17(%c, %x, %h) {gearbox.captures=2} named "if" : undefined[*] {
        then_branch = graph @then_branch(%x: f32[N], %h: undefined[*]) -> (%t: undefined[*]) {
          @k = f32[]{2}
          %t = Add.17(%x, @k) : undefined[*]
        }
        else_branch = graph @else_branch(%x: f32[N], %h: undefined[*]) -> (%h: undefined[*]) {
          @k = f32[]{2}
        }
      }
    }
  }
  claim "y": f32 strings[]
  note "opset: 17"
}
)");
}

TEST(Importer, WritesFunctionsOut) {
  ModelProto model = empty_model();
  OperatorSetIdProto& import = *model.add_opset_import();
  import.set_domain("local");
  import.set_version(1);
  GraphProto& graph = *model.mutable_graph();
  auto function = [&](const std::string& name, std::vector<std::string> inputs, const std::string& output) -> FunctionProto& {
    FunctionProto& out = *model.add_functions();
    out.set_domain("local");
    out.set_name(name);
    for (std::string& input : inputs) out.add_input(std::move(input));
    out.add_output(output);
    out.add_opset_import()->set_version(13);
    return out;
  };
  FunctionProto& inner = function("Join", {"a", "b"}, "out");
  inner.add_attribute("axis");
  *inner.add_attribute_proto() = AttributeProto();
  inner.mutable_attribute_proto(0)->set_name("shift");
  inner.mutable_attribute_proto(0)->set_f(3);
  GraphProto nodes;
  NodeProto& concat = add_node(nodes, "Concat", {"a", "b"}, {"cat"}, "cat");
  add_attribute(concat, "axis", AttributeProto::INT).set_ref_attr_name("axis");
  NodeProto& constant = add_node(nodes, "Constant", {}, {"s"});
  add_attribute(constant, "value_float", AttributeProto::FLOAT).set_ref_attr_name("shift");
  add_node(nodes, "Add", {"cat", "s"}, {"out"});
  *inner.mutable_node() = nodes.node();
  FunctionProto& outer = function("Twice", {"x", "unused"}, "y");
  outer.add_attribute("dim");
  nodes.clear_node();
  NodeProto& nested = add_node(nodes, "Join", {"x", "x"}, {"y"}, "join");
  nested.set_domain("local");
  add_attribute(nested, "axis", AttributeProto::INT).set_ref_attr_name("dim");
  *outer.mutable_node() = nodes.node();
  add_input(graph, "x", {"N"});
  NodeProto& first = add_node(graph, "Twice", {"x"}, {"h"}, "one");
  first.set_domain("local");
  add_attribute(first, "dim", AttributeProto::INT).set_i(1);
  NodeProto& second = add_node(graph, "Join", {"h", "h"}, {"y"});
  second.set_domain("local");
  add_attribute(second, "axis", AttributeProto::INT).set_i(0);
  add_attribute(second, "shift", AttributeProto::FLOAT).set_f(4);
  add_output(graph, "y");
  const std::unique_ptr<Graph> result = imported(model);
  EXPECT_EQ(print(*result), R"(graph @main(%x: f32[N]) -> (%y: undefined[*])
  given N >= 0 {
  @one/join/s = f32[]{3}
  @y/s = f32[]{4}
  %one/join/cat = Concat.13(%x, %x) {axis=1} : undefined[*]
  %h = Add.13(%one/join/cat, @one/join/s) named "one/join/out" : undefined[*]
  %y/cat = Concat.13(%h, %h) {axis=0} : undefined[*]
  %y = Add.13(%y/cat, @y/s) named "y/out" : undefined[*]
  claim "y": f32 strings[]
  note "opset: 17"
}
)");
}

TEST(Importer, StopsAtFunctionsThatCallThemselves) {
  ModelProto model = empty_model();
  FunctionProto& function = *model.add_functions();
  function.set_domain("f");
  function.set_name("F");
  function.add_input("x");
  function.add_output("y");
  GraphProto& graph = *model.mutable_graph();
  add_input(graph, "x", {"N"});
  add_node(graph, "F", {"x"}, {"y"}, "f").set_domain("f");
  *function.mutable_node() = graph.node();
  add_output(graph, "y");
  EXPECT_NE(import_error(model).find("too deeply"), std::string::npos) << import_error(model);
}

TEST(Importer, StopsAtTooManyNodes) {
  ModelProto model = empty_model();
  GraphProto& graph = *model.mutable_graph();
  for (int i = 0; i < 40; ++i) {
    FunctionProto& function = *model.add_functions();
    function.set_domain("f");
    function.set_name("F" + std::to_string(i));
    function.add_input("x");
    function.add_output("z");
    GraphProto nodes;
    const std::string callee = i == 0 ? "Relu" : "F" + std::to_string(i - 1);
    add_node(nodes, callee, {"x"}, {"y"}).set_domain(i == 0 ? "" : "f");
    add_node(nodes, callee, {"y"}, {"z"}).set_domain(i == 0 ? "" : "f");
    *function.mutable_node() = nodes.node();
  }
  add_input(graph, "x", {"N"});
  add_node(graph, "F39", {"x"}, {"y"}).set_domain("f");
  add_output(graph, "y");
  const std::string bytes = model.SerializeAsString();
  ImportOptions options;
  options.max_nodes = 2000;
  Result<std::unique_ptr<Graph>> result = import_onnx_bytes(std::as_bytes(std::span(bytes)), "", test_registry(), options);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), Code::kResourceExhausted);
}

TEST(Importer, LeavesBigWeightsInTheFile) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "gearbox_importer_test";
  std::filesystem::create_directories(folder);
  ModelProto model = empty_model();
  GraphProto& graph = *model.mutable_graph();
  add_float_initializer(graph, "w", {1024}, 3);
  TensorProto& bytes = *graph.add_initializer();
  bytes.set_name("b");
  bytes.set_data_type(TensorProto::UINT8);
  bytes.add_dims(5000);
  bytes.set_raw_data(std::string(5000, 'q'));
  TensorProto& external = *graph.add_initializer();
  external.set_name("e");
  external.set_data_type(TensorProto::FLOAT);
  external.add_dims(2);
  external.set_data_location(TensorProto::EXTERNAL);
  auto set = [&](const std::string& key, const std::string& value) {
    StringStringEntryProto& entry = *external.add_external_data();
    entry.set_key(key);
    entry.set_value(value);
  };
  set("location", "weights.bin");
  set("offset", "4");
  set("length", "8");
  for (const char* name : {"w", "b", "e"}) add_output(graph, name);
  const float values[] = {1, 2, 3};
  std::ofstream(folder / "weights.bin", std::ios::binary).write(reinterpret_cast<const char*>(values), sizeof(values));
  const std::string path = (folder / "model.onnx").string();
  std::ofstream(path, std::ios::binary) << model.SerializeAsString();
  {
    Result<std::unique_ptr<Graph>> result = import_onnx_file(path, test_registry());
    ASSERT_TRUE(result.ok()) << result.status().message();
    EXPECT_EQ((*result)->find_value("w")->constant().as_double(), std::vector<double>(1024, 3));
    EXPECT_EQ((*result)->find_value("b")->constant().as_int64(), std::vector<int64_t>(5000, 'q'));
    EXPECT_EQ((*result)->find_value("e")->constant().as_double(), (std::vector<double>{2, 3}));
  }
  auto error = [&] {
    std::ofstream(path, std::ios::binary) << model.SerializeAsString();
    Result<std::unique_ptr<Graph>> result = import_onnx_file(path, test_registry());
    return result.ok() ? "" : result.status().message();
  };
  external.mutable_external_data(1)->set_value("8");
  EXPECT_NE(error().find("tensor 'e' needs bytes 8 to 16 of 'weights.bin', which has 12"), std::string::npos) << error();
  external.mutable_external_data(0)->set_value("gone.bin");
  EXPECT_NE(error().find("tensor 'e'"), std::string::npos) << error();
  EXPECT_NE(error().find("gone.bin"), std::string::npos) << error();
  for (const char* location : {"../weights.bin", "/etc/passwd", "a/../../b", ""}) {
    external.mutable_external_data(0)->set_value(location);
    EXPECT_NE(error().find("not inside the model's folder"), std::string::npos) << error();
  }
  std::filesystem::remove_all(folder);
  EXPECT_FALSE(import_onnx_file(path, test_registry()).ok());
}

}  // namespace
}  // namespace gearbox::onnx
