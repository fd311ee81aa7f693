#include "passes/precision/compute_in_float64.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {
namespace {

std::unique_ptr<Graph> in_float64(std::string_view text, const OpRegistry& ops) {
  auto graph = parse_graph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().text();
  EXPECT_TRUE(infer_shapes(**graph, ops).ok());
  compute_in_float64(**graph);
  const Status inferred = infer_shapes(**graph, ops);
  EXPECT_TRUE(inferred.ok()) << inferred.text();
  return std::move(*graph);
}

TEST(ComputeInFloat64, WhatIsF32IsComputedInF64BetweenTheInterface) {
  const OpRegistry ops = OpRegistry::builtin();
  const auto graph = in_float64(R"(graph @main(%x: f32[N,2], %i: i64[2]) -> (%y, %k, %x) given N >= 0 {
    @w = f32[2,2]{1, 2, 3, 4}
    %a = MatMul(%x, @w)
    %c = Cast(%i) {to=1}
    %y = Add(%a, %c)
    %k = Cast(%y) {to=7}
  })",
                                ops);
  EXPECT_EQ(operators(*graph), "Cast Cast MatMul Add Cast Cast Cast");
  for (const Node* node : graph->nodes()) {
    if (node->is("Cast")) continue;
    EXPECT_EQ(node->output(0)->type().dtype, DType::kF64) << node->name();
  }
  EXPECT_EQ(graph->inputs()[0]->type().dtype, DType::kF32);
  EXPECT_EQ(graph->outputs()[0]->type().dtype, DType::kF32);
  EXPECT_EQ(graph->outputs()[1]->type().dtype, DType::kI64);
  EXPECT_EQ(graph->outputs()[2]->type().dtype, DType::kF32);
}

TEST(ComputeInFloat64, OperandsThatMustBeF32StaySo) {
  const OpRegistry ops = OpRegistry::builtin();
  const auto graph = in_float64(R"(graph @main(%x: f32[N]) -> (%y, %q) given N >= 0 {
    @c = f32[2]{1, 2}
    %a = Abs(%x)
    %q, %scale, %zero = DynamicQuantizeLinear(%a)
    %r, %two, %one = DynamicQuantizeLinear(@c)
    %p = Mul(%scale, %two)
    %y = Mul(%a, %p)
  })",
                                ops);
  for (const Node* node : graph->nodes()) {
    if (node->is("DynamicQuantizeLinear")) {
      EXPECT_EQ(node->input(0)->type().dtype, DType::kF32);
    } else if (node->is("Mul")) {
      EXPECT_EQ(node->output(0)->type().dtype, DType::kF64);
    }
  }
  EXPECT_EQ(graph->outputs()[0]->type().dtype, DType::kF32);
  EXPECT_EQ(graph->outputs()[1]->type().dtype, DType::kU8);
}

}  // namespace
}  // namespace gearbox
