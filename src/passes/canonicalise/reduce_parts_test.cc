#include "passes/canonicalise/reduce_parts.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {

namespace reduce_parts_test {

constexpr const char* kGraphs[] = {
    "@to = i64[3]{0, 2, -1}\n%c = Concat(%x, %y) {axis=1}\n%r = Reshape(%c, @to)\n%z = ReduceMean.13(%r) {axes=[1], keepdims=0}",
    "@to = i64[3]{2, -1, 4}\n%c = Concat(%x, %y) {axis=0}\n%r = Reshape(%c, @to)\n%z = ReduceMean.13(%r) {axes=[0], keepdims=0}",
    "@a = i64[1]{2}\n%u = Unsqueeze(%x, @a)\n%v = Unsqueeze(%y, @a)\n%c = Concat(%u, %v, %u) {axis=-1}\n%z = ReduceSum(%c, @a) "
    "{keepdims=0}",
    "@a = i64[1]{0}\n%u = Unsqueeze(%x, @a)\n%v = Unsqueeze(%y, @a)\n%c = Concat(%u, %v) {axis=0}\n%z = ReduceMean.18(%c, @a) {keepdims=0}",
};

class ReduceParts : public testing::TestWithParam<const char*> {};

TEST_P(ReduceParts, KeepsTheValues) {
  const std::string text = "graph @main(%x: f32[N,4], %y: f32[N,4]) -> (%z: f32[N,4]) {\n" + std::string(GetParam()) + "\n}";
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  for (const int64_t rows : {0, 1, 5}) {
    auto graph = parse_graph(text);
    ASSERT_TRUE(graph.ok()) << graph.status().text();
    ASSERT_EQ(infer_shapes(**graph, ops).text(), "");
    const Literal inputs[] = {random_literal({rows, 4}, 3), random_literal({rows, 4}, 4)};
    const auto expected = run_graph(**graph, inputs, kernels, true);
    constexpr Pass kPasses[] = {{"reduce_parts", reduce_parts}};
    ASSERT_EQ(run_passes(**graph, {ops, kernels, {}}, kPasses).text(), "");
    EXPECT_EQ(operators(**graph).find("Concat"), std::string::npos) << operators(**graph);
    const auto given = run_graph(**graph, inputs, kernels, true);
    ASSERT_TRUE(expected.ok() && given.ok());
    EXPECT_EQ(difference((*expected)[0], (*given)[0], 1e-6), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Graphs, ReduceParts, testing::ValuesIn(kGraphs));

}  // namespace reduce_parts_test

}  // namespace gearbox
