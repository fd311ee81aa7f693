#include "ir/graph.h"

#include <gtest/gtest.h>

namespace gearbox {
namespace {

NodeSpec spec(std::string op, std::vector<Value*> inputs, std::string name = "") {
  NodeSpec out;
  out.op = std::move(op);
  out.inputs = std::move(inputs);
  out.name = std::move(name);
  return out;
}

std::vector<std::string> order(const Graph& graph) {
  std::vector<std::string> names;
  for (const Node* node : graph.nodes()) names.push_back(node->name());
  return names;
}

TEST(Graph, KeepsUsesInStep) {
  Graph graph("g");
  Value* x = graph.add_input("x", tensor_type(DType::kF32, {2}));
  Value* y = graph.add_input("y", tensor_type(DType::kF32, {2}));
  Node* square = graph.add(spec("Mul", {x, x}), {"s"});
  EXPECT_EQ(x->users().size(), 2u);
  graph.replace_uses(x, y);
  EXPECT_TRUE(x->users().empty());
  EXPECT_EQ(square->input(0), y);
  EXPECT_EQ(square->input(1), y);
  EXPECT_EQ(y->users().size(), 2u);
  graph.set_input(square, 1, nullptr);
  EXPECT_EQ(y->users().size(), 1u);
  graph.append_input(square, x);
  graph.truncate_inputs(square, 1);
  EXPECT_TRUE(x->users().empty());
  EXPECT_EQ(square->inputs(), 1);
}

TEST(Graph, OrdersByInsertionAmongReadyNodes) {
  Graph graph("g");
  Value* x = graph.add_input("x", tensor_type(DType::kF32, {}));
  Node* a = graph.add(spec("A", {x}), {"a"});
  Node* b = graph.add(spec("B", {x}), {"b"});
  Node* c = graph.add(spec("C", {x}), {"c"});
  EXPECT_EQ(order(graph), (std::vector<std::string>{"a", "b", "c"}));
  graph.add_control_edge(c, a);
  graph.add_control_edge(c, a);
  EXPECT_EQ(a->control_inputs().size(), 1u);
  EXPECT_EQ(order(graph), (std::vector<std::string>{"b", "c", "a"}));
  graph.set_input(c, 0, a->output(0));
  EXPECT_TRUE(graph.nodes().empty());
  EXPECT_EQ(graph.cycle().size(), 2u);
  graph.set_input(c, 0, b->output(0));
  EXPECT_TRUE(graph.cycle().empty());
}

TEST(Graph, MakesNamesUnique) {
  Graph graph("g");
  Value* x = graph.add_input("x", tensor_type(DType::kF32, {}));
  Node* a = graph.add(spec("Relu", {x}, "n"), {"x"});
  Node* b = graph.add(spec("Relu", {x}, "n"), {"", "-"});
  EXPECT_EQ(a->output(0)->name(), "x_1");
  EXPECT_EQ(b->name(), "n_1");
  EXPECT_EQ(b->output(0)->name(), "n_1");
  EXPECT_EQ(b->output(1), nullptr);
  EXPECT_EQ(graph.find_value("x"), x);
  EXPECT_EQ(graph.find_value("none"), nullptr);
  EXPECT_EQ(graph.unique_name("fresh"), "fresh");
}

TEST(Graph, ErasesWhatReachesNoOutput) {
  Graph graph("g");
  Value* x = graph.add_input("x", tensor_type(DType::kF32, {}));
  graph.add_constant("unused", Literal::scalar<float>(1));
  Value* used = graph.add_constant("used", Literal::scalar<float>(1));
  Node* first = graph.add(spec("Print", {x}), {"p"});
  graph.add(spec("Dead", {x}), {"d"});
  Node* live = graph.add(spec("Add", {x, used}), {"y"});
  graph.add_control_edge(first, live);
  graph.add_output(live->output(0), "y");
  EXPECT_EQ(graph.erase_dead(), 1);
  EXPECT_EQ(order(graph), (std::vector<std::string>{"p", "y"}));
  EXPECT_EQ(graph.find_value("unused"), nullptr);
  EXPECT_EQ(graph.find_value("d"), nullptr);
  EXPECT_EQ(x->users().size(), 2u);
  EXPECT_EQ(graph.erase_dead(), 0);
  graph.erase(first);
  EXPECT_TRUE(live->control_inputs().empty());
  EXPECT_EQ(x->users().size(), 1u);
}

TEST(Graph, AppliesAPatchInPlace) {
  Graph graph("g");
  Value* x = graph.add_input("x", tensor_type(DType::kF32, {}));
  Node* a = graph.add(spec("A", {x}), {"a"});
  Node* b = graph.add(spec("B", {a->output(0)}), {"b"});
  graph.add_output(a->output(0), "out");
  graph.add_output(b->output(0), "b");
  Patch patch;
  Value* one = patch.constant("one", Literal::scalar<float>(1));
  Value* sum = patch.add(spec("Add", {a->output(0), one}, "plus"));
  Value* split = patch.add(spec("Split", {sum}, "split"), 2);
  patch.replace(a->output(0), patch.output_of(split, 1)).note("a: add one");
  EXPECT_FALSE(patch.empty());
  EXPECT_EQ(patch.note(), "a: add one");
  graph.apply(std::move(patch));
  EXPECT_EQ(order(graph), (std::vector<std::string>{"a", "plus", "split", "b"}));
  EXPECT_EQ(graph.outputs()[0]->name(), "a");
  EXPECT_EQ(graph.output_name(0), "out");
  EXPECT_EQ(b->input(0)->producer()->op(), "Split");
  EXPECT_EQ(a->output(0)->users().size(), 1u);
  EXPECT_TRUE(Patch::none().empty());
}

TEST(Graph, ClonesEverything) {
  Graph graph("g");
  Value* x = graph.add_input("x", tensor_type(DType::kF32, {}));
  NodeSpec loop = spec("Loop", {nullptr, nullptr, x}, "loop");
  loop.bodies.emplace_back("body", std::make_unique<Graph>("inner", graph.scope()));
  Node* node = graph.add(std::move(loop), {"-", "y"});
  Node* early = graph.add(spec("Early", {x}), {"e"});
  graph.add_control_edge(early, node);
  graph.add_output(node->output(1), "y");
  graph.notes().push_back("note");
  std::unique_ptr<Graph> copy = graph.clone();
  EXPECT_EQ(order(*copy), (std::vector<std::string>{"e", "loop"}));
  const Node* twin = copy->nodes()[1];
  EXPECT_NE(twin, node);
  EXPECT_NE(twin->body("body"), node->body("body"));
  EXPECT_EQ(twin->body("body")->scope(), graph.scope());
  EXPECT_EQ(copy->outputs()[0]->producer(), twin);
  EXPECT_EQ(copy->inputs()[0]->users().size(), 2u);
  EXPECT_EQ(copy->add(spec("More", {}), {"y"})->output(0)->name(), "y_1");
}

}  // namespace
}  // namespace gearbox
