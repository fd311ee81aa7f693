#include "passes/gear/scope_region.h"

#include <gtest/gtest.h>

#include "api/options/gear_scope.h"
#include "ir/text.h"

namespace gearbox {
namespace {

constexpr const char* kGraph = R"(graph @main(%x: f32[N], %m: i64[], %c: bool[]) -> (%e as "scores", %f, %last, %i) {
  %a = Neg(%x)
  %b = Relu(%a)
  %d = Add(%b, %a) named "call/add"
  %e = Tanh(%d) named "call/tanh"
  %f = Neg(%b)
  %last = Loop(%m, _, %x) {gearbox.captures=0} {
    body = graph @body(%i: i64[*], %go: bool[*], %h: f32[*]) -> (%go, %next) { %g = Neg(%h) %next = Relu(%g) }
  }
  %i = If(%c, %x) {gearbox.captures=1} {
    then_branch = graph @then(%x: f32[*]) -> (%p) { %p = Neg(%x) }
    else_branch = graph @else(%x: f32[*]) -> (%q) { %q = Relu(%x) }
  }
})";

/// The names of the nodes, or the error.
std::string region(const std::string& where) {
  const auto graph = parse_graph(kGraph);
  EXPECT_TRUE(graph.ok()) << graph.status().text();
  options::Problems problems;
  const auto words = options::parse_gear_scopes(std::vector<std::string>{"p: " + where + "; K=1"}, problems);
  EXPECT_EQ(words.size(), 1U) << problems.status().text();
  const auto found = find_region(**graph, words.at(0));
  if (!found.ok()) return found.status().message();
  std::string out = found->graph->name() + ":";
  for (const Node* node : found->nodes) out += " " + node->name();
  return out;
}

TEST(ScopeRegion, LiesBetweenTensors) {
  EXPECT_EQ(region("from=a to=e"), "main: b call/add call/tanh");
  EXPECT_EQ(region("from=a to=scores"), "main: b call/add call/tanh");
  EXPECT_EQ(region("from=b to=f"), "main: f");
  EXPECT_EQ(region("from=a,b to=e"), "main: call/add call/tanh");
  EXPECT_EQ(region("from=b"), "main: call/add call/tanh f");
  EXPECT_EQ(region("to=d"), "main: a b call/add");
  EXPECT_EQ(region("from=h to=next"), "body: g next");
  EXPECT_EQ(region("in=i.else_branch from=x to=q"), "else: q");
}

TEST(ScopeRegion, IsAListOfNodesABodyOrACall) {
  EXPECT_EQ(region("nodes=a,b"), "main: a b");
  EXPECT_EQ(region("nodes=call/*"), "main: call/add call/tanh");
  EXPECT_EQ(region("nodes=g"), "body: g");
  EXPECT_EQ(region("in=call"), "main: call/add call/tanh");
  EXPECT_EQ(region("in=call to=d"), "main: call/add");
  EXPECT_EQ(region("in=last"), "body: g next");
  EXPECT_EQ(region("in=i.then_branch"), "then: p");
}

TEST(ScopeRegion, Problems) {
  EXPECT_EQ(region("nodes=a,call/add"), "the path 'a' -> 'b' -> 'call/add' leaves it and comes back");
  EXPECT_EQ(region("from=boxes to=e"),
            "'boxes' is not a tensor of the model (tensors: x, m, c, a, b, d, e, f, last, i, go, h, g, next, p, q)");
  EXPECT_EQ(region("nodes=zz"), "'zz' is not a node of the model (nodes: a, b, call/add, call/tanh, f, last, i, g, next, p, q)");
  EXPECT_EQ(region("nodes=lasd"),
            "'lasd' is not a node of the model; did you mean 'last'? (nodes: a, b, call/add, call/tanh, f, last, i, g, next, p, q)");
  EXPECT_EQ(region("in=loop"), "'loop' is neither a node with a body nor a call of a function (there are: call, i, last)");
  EXPECT_EQ(region("in=i"), "'i' has several bodies; write 'i.then_branch' or 'i.else_branch'");
  EXPECT_EQ(region("from=f to=e"), "'f' leads to none of 'e'");
  EXPECT_EQ(region("from=e"), "'e' leads to no node");
  EXPECT_EQ(region("from=b to=e,a"), "'a' comes from none of 'b'");
  EXPECT_EQ(region("to=x"), "'x' comes from no node");
  EXPECT_EQ(region("from=a to=next"), "no graph has all of 'a', 'next'");
  EXPECT_EQ(region("nodes=a,g"), "'g' is in another graph than the nodes before it; 'in' chooses one");
}

}  // namespace
}  // namespace gearbox
