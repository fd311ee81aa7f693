#include "passes/outline/outline.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ir/text.h"
#include "ir/verifier.h"
#include "ops/kernel_api.h"
#include "shape/infer.h"

namespace gearbox {
namespace {

const OpRegistry& ops() {
  static const OpRegistry registry = OpRegistry::builtin();
  return registry;
}

std::unique_ptr<Graph> inferred(const char* text) {
  auto graph = parse_graph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().text();
  const Status status = infer_shapes(**graph, ops());
  EXPECT_TRUE(status.ok()) << status.text();
  return std::move(graph).value();
}

std::vector<Node*> nodes_of(const Graph& graph, std::initializer_list<std::string_view> names) {
  std::vector<Node*> out;
  for (Node* node : graph.nodes()) {
    if (std::ranges::find(names, node->name()) != names.end()) out.push_back(node);
  }
  EXPECT_EQ(out.size(), names.size());
  return out;
}

std::string outlined(const char* text, std::initializer_list<std::string_view> names) {
  const auto graph = inferred(text);
  const auto call = outline(*graph, nodes_of(*graph, names), "part", ops());
  EXPECT_TRUE(call.ok()) << call.status().text();
  graph->erase_dead();
  EXPECT_TRUE(infer_shapes(*graph, ops()).ok());
  EXPECT_TRUE(verify_typed(*graph).ok()) << verify_typed(*graph).text();
  const std::string out = print(*graph);
  const auto again = parse_graph(out);
  EXPECT_TRUE(again.ok()) << again.status().text();
  EXPECT_EQ(again.ok() ? first_difference(*graph, **again) : "", "");
  return out;
}

TEST(Outline, TheBodyHasTheNamesAndSymbolsOfItsOwn) {
  EXPECT_EQ(outlined(R"(graph @main(%x: f32[N,3]) -> (%z) given N >= 1, N <= 9 {
    @w = f32[3]{1, 2, 3}
    %a = Relu(%x)
    %b = Add(%a, @w)
    %c = Mul(%b, @w)
    %z = Neg(%c)
  })",
                     {"b", "c"}),
            R"(graph @main(%x: f32[N,3]) -> (%z: f32[N,3])
  given N >= 1, N <= 9 {
  %a = Relu.17(%x) : f32[N,3]
  %c = gearbox::PartitionedCall.1(%a) named "part" : f32[N,3] {
    body = graph @part(%a: f32[N,3]) -> (%c: f32[N,3])
      given N >= 1, N <= 9 {
      @w = f32[3]{1, 2, 3}
      %b = Add.17(%a, @w) : f32[N,3]
      %c = Mul.17(%b, @w) : f32[N,3]
    }
  }
  %z = Neg.17(%c) : f32[N,3]
}
)");
}

TEST(Outline, ExtentsThatAStepDecidesAreSymbolsOfTheBody) {
  const std::string text = outlined(R"(graph @main(%x: f32[N,3]) -> (%z, %found) given N >= 0, N <= 9 {
    @axis = i64[1]{0}
    %found = NonZero(%x)
    %i = Transpose(%found) {perm=[1,0]}
    %y = GatherND(%x, %i)
    %z = Neg(%y)
  })",
                                    {"z"});
  EXPECT_NE(
      text.find("body = graph @part(%y: f32[\"found.1\"]) -> (%z: f32[\"found.1\"])\n      given \"found.1\" >= 0, \"found.1\" <= 27"),
      std::string::npos)
      << text;
}

TEST(Outline, AnExpressionIsKeptWhereTheBodyKnowsItsSymbolsAndBecomesOneElsewhere) {
  const char* graph = R"(graph @main(%x: f32[N,4], %y: f32[M,4]) -> (%z, %w) given N >= 0, M >= 0 {
    %xx = Concat(%x, %x) {axis=0}
    %z = Concat(%xx, %x) {axis=0}
    %xy = Concat(%x, %y) {axis=0}
    %w = Neg(%xy)
  })";
  EXPECT_NE(outlined(graph, {"z"}).find("graph @part(%xx: f32[2*N,4], %x: f32[N,4]) -> (%z: f32[3*N,4])"), std::string::npos);
  const std::string text = outlined(graph, {"w"});
  EXPECT_NE(text.find("%w = gearbox::PartitionedCall.1(%xy) named \"part\" : f32[N + M,4]"), std::string::npos) << text;
  EXPECT_NE(text.find("graph @part(%xy: f32[\"xy.0\",4]) -> (%w: f32[\"xy.0\",4])"), std::string::npos) << text;
}

TEST(Outline, WhatIsKnownOfElementsAndExtentsGoesIntoTheBody) {
  const std::string text = outlined(R"(graph @main(%x: f32[N,6]) -> (%z) given N >= 0 {
    @tail = i64[2]{2, 3}
    @zero = i64[1]{0}
    @one = i64[1]{1}
    %s = Shape(%x)
    %n = Slice(%s, @zero, @one)
    %t = Concat(%n, @tail) {axis=0}
    %y = Reshape(%x, %t)
    %z = Neg(%y)
    fact given "N <= 100" "--assert 'N <= 100'"
  })",
                                    {"y", "z"});
  EXPECT_NE(text.find("%t: i64[3] <contents=[N,2,3]>"), std::string::npos) << text;
  EXPECT_NE(text.find("(%z: f32[N,2,3])"), std::string::npos) << text;
  EXPECT_NE(text.rfind("fact given \"N <= 100\""), text.find("fact given \"N <= 100\"")) << text;
}

TEST(Outline, NestedGraphsMoveAlong) {
  const std::string text = outlined(R"(graph @main(%c: bool[], %x: f32[N,2]) -> (%z) given N >= 0 {
    @w = f32[2,2]{1, 2, 3, 4}
    %y = If(%c, %x, @w) {gearbox.captures=2} {
      then_branch = graph @then(%x: f32[*], %w: f32[*]) -> (%a) { %a = MatMul(%x, %w) }
      else_branch = graph @else(%x: f32[*], %w: f32[*]) -> (%a) { %a = Neg(%x) }
    }
    %z = Neg(%y)
  })",
                                    {"y", "z"});
  EXPECT_NE(text.find("%z = gearbox::PartitionedCall.1(%c, %x) named \"part\" : f32[N,2]"), std::string::npos) << text;
}

TEST(Outline, ControlEdgesAreThoseOfTheCall) {
  const auto graph = inferred(R"(graph @main(%x: f32[N]) -> (%a, %b, %c) given N >= 0 {
    %a = Neg(%x)
    %b = Relu(%x) after "a"
    %c = Tanh(%x) after "b"
  })");
  EXPECT_TRUE(path_outside(*graph, nodes_of(*graph, {"b"})).empty());
  EXPECT_EQ(path_outside(*graph, nodes_of(*graph, {"a", "c"})).size(), 3U);
  const auto call = outline(*graph, nodes_of(*graph, {"b"}), "part", ops());
  ASSERT_TRUE(call.ok()) << call.status().text();
  EXPECT_EQ((*call)->control_inputs().front()->name(), "a");
  EXPECT_EQ(graph->find_value("c")->producer()->control_inputs().front(), *call);
  EXPECT_TRUE(verify(*graph).ok()) << verify(*graph).text();
}

}  // namespace
}  // namespace gearbox
