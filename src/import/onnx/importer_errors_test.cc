#include <gtest/gtest.h>

#include <random>

#include "import/onnx/model_test_support.h"
#include "ir/text.h"
#include "ir/verifier.h"

namespace gearbox::onnx {
namespace {

/// x[N] -> Relu "r" -> h, Add "a" (h, w) -> y
ModelProto small_model() {
  ModelProto model = empty_model();
  GraphProto& graph = *model.mutable_graph();
  add_input(graph, "x", {"N"});
  add_float_initializer(graph, "w", {1}, 1);
  add_node(graph, "Relu", {"x"}, {"h"}, "r");
  add_node(graph, "Add", {"h", "w"}, {"y"}, "a");
  add_output(graph, "y");
  return model;
}

#define EXPECT_SAYS(message, part) EXPECT_NE((message).find(part), std::string::npos) << (message)

TEST(ImporterErrors, NamesOperatorNodeAndOpset) {
  ModelProto model = small_model();
  model.mutable_graph()->mutable_node(0)->set_op_type("Strange");
  Result<std::unique_ptr<Graph>> result = import_model(model);
  EXPECT_EQ(result.status().code(), Code::kUnsupported);
  EXPECT_EQ(result.status().message(), "Strange node 'r': operator Strange of opset 17 is not supported");
  model.mutable_graph()->mutable_node(0)->set_domain("com.acme");
  EXPECT_EQ(import_error(model), "Strange node 'r': operator com.acme::Strange is not supported");
  model.mutable_graph()->mutable_node(0)->set_op_type("Fused");
  EXPECT_SAYS(import_error(model), "imports no opset of domain 'com.acme'");
}

TEST(ImporterErrors, ChecksOpsets) {
  ModelProto model = small_model();
  model.mutable_opset_import(0)->set_version(5);
  EXPECT_SAYS(import_error(model), "opset 5;");
  model.mutable_opset_import(0)->set_version(28);
  EXPECT_EQ(import_error(model), "");
  model.mutable_opset_import(0)->set_version(29);
  EXPECT_SAYS(import_error(model), "opsets 6 to 28");
  model.mutable_opset_import(0)->set_domain("ai.onnx");
  model.mutable_opset_import(0)->set_version(17);
  EXPECT_EQ(import_error(model), "");
  model.mutable_graph()->mutable_node(0)->set_op_type("ReduceMax");
  EXPECT_EQ(import_error(model), "");
  model.mutable_opset_import(0)->set_version(18);
  EXPECT_SAYS(import_error(model), "only its meaning before opset 18");
  model.mutable_graph()->mutable_node(0)->set_op_type("Clip");
  model.mutable_opset_import(0)->set_version(10);
  EXPECT_SAYS(import_error(model), "is not supported, it is from opset 11 on");
}

TEST(ImporterErrors, NamesTheNodesOfACycle) {
  ModelProto model = small_model();
  model.mutable_graph()->mutable_node(0)->set_input(0, "y");
  EXPECT_EQ(import_error(model), "the graph has a cycle: Relu node 'r' -> Add node 'a' -> Relu node 'r'");
}

TEST(ImporterErrors, NamesWhatIsWrongWithNames) {
  ModelProto model = small_model();
  model.mutable_graph()->mutable_node(0)->set_input(0, "nothing");
  EXPECT_EQ(import_error(model), "Relu node 'r' reads tensor 'nothing', which nothing defines");
  model = small_model();
  model.mutable_graph()->mutable_node(1)->set_output(0, "h");
  EXPECT_EQ(import_error(model), "tensor 'h' is made twice: by Relu node 'r' and by Add node 'a'");
  model = small_model();
  model.mutable_graph()->mutable_node(0)->set_output(0, "w");
  EXPECT_SAYS(import_error(model), "tensor 'w' is defined twice");
  model = small_model();
  add_output(*model.mutable_graph(), "y");
  EXPECT_SAYS(import_error(model), "two outputs named 'y'");
  add_output(*model.mutable_graph(), "z");
  model.mutable_graph()->mutable_output(1)->set_name("z");
  EXPECT_SAYS(import_error(model), "output 'z' that nothing defines");
  model = small_model();
  add_input(*model.mutable_graph(), "x", {});
  EXPECT_SAYS(import_error(model), "tensor 'x' is defined twice");
  model = small_model();
  model.mutable_graph()->mutable_node(1)->clear_name();
  model.mutable_graph()->mutable_node(1)->set_output(0, "-");
  model.mutable_graph()->mutable_output(0)->set_name("-");
  EXPECT_EQ(import_error(model), "");
}

TEST(ImporterErrors, ChecksSchemas) {
  ModelProto model = small_model();
  model.mutable_graph()->mutable_node(1)->mutable_input()->RemoveLast();
  EXPECT_SAYS(import_error(model), "Add node 'a' lacks its input 1 'b'");
  model = small_model();
  add_attribute(*model.mutable_graph()->mutable_node(0), "alpha", AttributeProto::INT);
  EXPECT_SAYS(import_error(model), "'alpha'");
  add_attribute(*model.mutable_graph()->mutable_node(0), "alpha", AttributeProto::INT);
  EXPECT_SAYS(import_error(model), "two attributes named 'alpha'");
  model = small_model();
  add_attribute(*model.mutable_graph()->mutable_node(0), "types", AttributeProto::TYPE_PROTO);
  EXPECT_SAYS(import_error(model), "attribute 'types' is a type");
  model = small_model();
  add_attribute(*model.mutable_graph()->mutable_node(0), "alpha", AttributeProto::FLOAT).set_ref_attr_name("slope");
  EXPECT_SAYS(import_error(model), "attribute 'alpha' refers to 'slope' of a function, but the node is in none");
}

TEST(ImporterErrors, NamesTensorsOfUnsupportedTypes) {
  ModelProto model = small_model();
  TensorProto& weight = *model.mutable_graph()->mutable_initializer(0);
  weight.set_data_type(TensorProto::INT4);
  EXPECT_EQ(import_error(model), "tensor 'w' has element type int4, which is not supported");
  weight.set_data_type(TensorProto::STRING);
  EXPECT_SAYS(import_error(model), "string");
  weight.set_data_type(99);
  EXPECT_SAYS(import_error(model), "unknown element type 99");
  weight.set_data_type(TensorProto::DOUBLE);
  EXPECT_EQ(import_error(model), "tensor 'w' holds 4 bytes, its type and extents [1] need 8");
  weight.clear_raw_data();
  EXPECT_EQ(import_error(model), "tensor 'w' holds 0 elements, its extents [1] need 1");
  weight.set_dims(0, -1);
  EXPECT_SAYS(import_error(model), "impossible extents [-1]");
  weight.set_dims(0, INT64_MAX);
  weight.add_dims(INT64_MAX);
  EXPECT_SAYS(import_error(model), "impossible extents");
  model = small_model();
  TypeProto& type = *model.mutable_graph()->mutable_input(0)->mutable_type();
  type.mutable_sequence_type();
  EXPECT_EQ(import_error(model), "tensor 'x' is a sequence; only dense tensors are supported");
  type.mutable_map_type();
  EXPECT_SAYS(import_error(model), "a map");
  type.mutable_optional_type();
  EXPECT_SAYS(import_error(model), "optional");
  type.mutable_sparse_tensor_type();
  EXPECT_SAYS(import_error(model), "a sparse tensor");
  type.mutable_tensor_type()->set_elem_type(TensorProto::STRING);
  EXPECT_EQ(import_error(model), "tensor 'x' has element type string, which is not supported");
  type.clear_value();
  EXPECT_SAYS(import_error(model), "has no type");
}

TEST(ImporterErrors, BoundsDenseFormsOfSparseTensors) {
  ModelProto model = small_model();
  SparseTensorProto& sparse = *model.mutable_graph()->add_sparse_initializer();
  sparse.add_dims(int64_t{1} << 40);
  sparse.mutable_values()->set_name("s");
  sparse.mutable_values()->set_data_type(TensorProto::FLOAT);
  sparse.mutable_values()->add_dims(0);
  sparse.mutable_indices()->set_data_type(TensorProto::INT64);
  sparse.mutable_indices()->add_dims(0);
  EXPECT_EQ(import_model(model).status().code(), Code::kResourceExhausted);
  sparse.set_dims(0, 3);
  EXPECT_EQ(import_error(model), "");
  sparse.mutable_values()->set_dims(0, 1);
  sparse.mutable_values()->add_float_data(1);
  sparse.mutable_indices()->set_dims(0, 1);
  sparse.mutable_indices()->add_int64_data(3);
  EXPECT_SAYS(import_error(model), "sparse tensor 's' has an index outside");
}

TEST(ImporterErrors, RefusesWhatIsNoModel) {
  auto error = [](std::string_view bytes) {
    Result<std::unique_ptr<Graph>> result = import_onnx_bytes(std::as_bytes(std::span(bytes)), "", test_registry());
    return result.ok() ? std::string() : result.status().message();
  };
  EXPECT_SAYS(error(""), "holds no graph");
  EXPECT_SAYS(error("{\"json\": true}"), "not a valid ONNX file");
  EXPECT_SAYS(error("\x3a\xff\xff\xff\xff\x7f"), "longer than what is left");
  // A graph in a node in a graph …
  std::string deep;
  for (int i = 0; i < 100; ++i) {
    auto wrap = [&](char tag) {
      std::string length;
      for (size_t n = deep.size(); true; n >>= 7) {
        length += static_cast<char>((n & 127) | (n > 127 ? 128 : 0));
        if (n <= 127) break;
      }
      deep = tag + length + deep;
    };
    wrap(0x32);  // attribute.g
    wrap(0x2a);  // node.attribute
    wrap(0x0a);  // graph.node
  }
  std::string model = "\x3a";
  for (size_t n = deep.size(); true; n >>= 7) {
    model += static_cast<char>((n & 127) | (n > 127 ? 128 : 0));
    if (n <= 127) break;
  }
  EXPECT_SAYS(error(model + deep), "nested too deeply");
}

TEST(ImporterErrors, SurvivesDamage) {
  ModelProto model = small_model();
  GraphProto& graph = *model.mutable_graph();
  add_float_initializer(graph, "big", {400}, 1);
  add_input(graph, "c", {}, TensorProto::BOOL);
  NodeProto& choice = add_node(graph, "If", {"c"}, {"z"}, "if");
  for (const char* branch : {"then_branch", "else_branch"}) {
    GraphProto& body = *add_attribute(choice, branch, AttributeProto::GRAPH).mutable_g();
    add_node(body, "Relu", {"x"}, {"t"});
    add_output(body, "t");
  }
  FunctionProto& function = *model.add_functions();
  function.set_domain("f");
  function.set_name("F");
  function.add_input("x");
  function.add_output("y");
  *function.add_node() = graph.node(0);
  function.mutable_node(0)->set_output(0, "y");
  add_node(graph, "F", {"x"}, {"q"}).set_domain("f");
  const std::string whole = model.SerializeAsString();
  ASSERT_EQ(import_error(model), "");
  std::mt19937 random(11);
  int accepted = 0;
  for (int i = 0; i < 1500; ++i) {
    std::string bytes = whole;
    for (int flips = 1 + static_cast<int>(random() % 4); flips > 0; --flips) {
      // Most of the file is the big tensor: prefer the structure around it.
      const size_t at = random() % bytes.size();
      bytes[at] = static_cast<char>(random() % 2 ? random() : static_cast<unsigned char>(bytes[at]) ^ (1u << random() % 8));
    }
    if (random() % 5 == 0) bytes.resize(1 + random() % bytes.size());
    if (random() % 5 == 0) bytes.erase(random() % bytes.size(), 1 + random() % 8);
    Result<std::unique_ptr<Graph>> result = import_onnx_bytes(std::as_bytes(std::span(bytes)), "", test_registry());
    if (!result.ok()) continue;
    ++accepted;
    ASSERT_TRUE(verify(**result).ok()) << verify(**result).message();
    Result<std::unique_ptr<Graph>> parsed = parse_graph(print(**result));
    ASSERT_TRUE(parsed.ok()) << parsed.status().message() << print(**result);
    EXPECT_EQ(first_difference(**result, **parsed), "");
  }
  EXPECT_GT(accepted, 0);
}

}  // namespace
}  // namespace gearbox::onnx
