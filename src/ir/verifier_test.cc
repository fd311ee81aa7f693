#include "ir/verifier.h"

#include <gtest/gtest.h>

#include "ir/text.h"

namespace gearbox {
namespace {

std::unique_ptr<Graph> parsed(std::string_view text) {
  Result<std::unique_ptr<Graph>> graph = parse_graph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().message();
  return std::move(graph).value();
}

std::string complaint(const Graph& graph) {
  const Status status = verify_typed(graph);
  return status.ok() ? "" : status.message();
}

TEST(Verifier, AcceptsAWholeGraph) {
  auto graph = parsed(R"(graph @g(%n: i64[], %x: f32[N]) -> (%y: f32[N]) {
    @k = f32[]{1}
    %h = Add(%x, @k) : f32[N]
    %y = Loop(%n, _, %h, @k) : f32[N] {
      body = graph @b(%i: i64[], %c: bool[], %h: f32[N], %k: f32[]) -> (%c, %s) { %s = Add(%h, %k) : f32[N] }
    }
  })");
  EXPECT_EQ(complaint(*graph), "");
}

TEST(Verifier, NamesACycle) {
  auto graph = parsed("graph @g(%x: f32[]) -> (%b: f32[]) { %a = A(%x) : f32[] %b = B(%a) : f32[] }");
  graph->set_input(graph->nodes()[0], 0, graph->outputs()[0]);
  EXPECT_EQ(complaint(*graph), "graph 'g' has a cycle: 'b' -> 'a'");
}

TEST(Verifier, CountsCaptures) {
  auto graph = parsed(R"(graph @g(%c: bool[], %x: f32[]) -> (%y) {
    %y = If(%c, %x) : f32[] { then_branch = graph @t() -> () {} }
  })");
  EXPECT_NE(complaint(*graph).find("hands it 1"), std::string::npos);
}

TEST(Verifier, DemandsElementTypes) {
  auto graph = parsed("graph @g(%x: f32[]) -> (%y) { %y = A(%x) }");
  EXPECT_TRUE(verify(*graph).ok());
  EXPECT_NE(complaint(*graph).find("'y' has no element type"), std::string::npos);
}

TEST(Verifier, LooksIntoTypes) {
  auto graph = parsed("graph @g(%x: f32[4]) -> () { @k = f32[]{1} }");
  Value* x = graph->inputs()[0];
  x->type().capacity = Shape{4, 4};
  EXPECT_NE(complaint(*graph).find("capacity"), std::string::npos);
  x->type().capacity.reset();
  x->type().quantisation = Quantisation{2, {1}, {0}};
  EXPECT_NE(complaint(*graph).find("axis it does not have"), std::string::npos);
  x->type().quantisation.reset();
  graph->find_value("k")->type().dtype = DType::kI8;
  EXPECT_NE(complaint(*graph).find("another element type"), std::string::npos);
}

TEST(Verifier, RefusesForeignValues) {
  auto graph = parsed("graph @g(%x: f32[]) -> (%y: f32[]) { %y = A(%x) : f32[] }");
  auto other = parsed("graph @o(%x: f32[]) -> () {}");
  graph->set_input(graph->nodes()[0], 0, other->inputs()[0]);
  EXPECT_NE(complaint(*graph).find("reads a value of no node"), std::string::npos);
  graph->set_input(graph->nodes()[0], 0, graph->inputs()[0]);
  graph->add_output(graph->inputs()[0], "y");
  EXPECT_NE(complaint(*graph).find("two outputs named 'y'"), std::string::npos);
}

}  // namespace
}  // namespace gearbox
