#include "passes/canonicalise/share_equal_nodes.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {

namespace share_equal_nodes_test {

struct Case {
  const char* name;
  const char* nodes;  ///< from %x to %y
  const char* expected;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

constexpr Case kCases[] = {
    {"twins", "%a = Relu(%x)\n%b = Relu(%x)\n%y = Add(%a, %b)", "Relu Add"},
    {"chains", "%a = Relu(%x)\n%b = Relu(%x)\n%c = Exp(%a)\n%d = Exp(%b)\n%y = Add(%c, %d)", "Relu Exp Add"},
    {"equal_constants", "%a = Mul(%x, @two)\n%b = Mul(%x, @deux)\n%y = Add(%a, %b)", "Mul Add"},
    {"other_constants", "%a = Mul(%x, @two)\n%b = Mul(%x, @three)\n%y = Add(%a, %b)", "Mul Mul Add"},
    {"equal_attributes", "%a = Elu(%x) {alpha=0.5}\n%b = Elu(%x) {alpha=0.5}\n%y = Add(%a, %b)", "Elu Add"},
    {"other_attributes", "%a = Elu(%x) {alpha=0.5}\n%b = Elu(%x) {alpha=0.25}\n%y = Add(%a, %b)", "Elu Elu Add"},
    {"other_versions", "%a = Softmax.13(%x) {axis=1}\n%b = Softmax.11(%x) {axis=1}\n%y = Add(%a, %b)", "Softmax Softmax Add"},
    {"swapped_operands", "%a = Sub(%x, @two)\n%b = Sub(@two, %x)\n%y = Add(%a, %b)", "Sub Sub Add"},
    {"random", "%a = RandomNormalLike(%x)\n%b = RandomNormalLike(%x)\n%y = Add(%a, %b)", "RandomNormalLike RandomNormalLike Add"},
};

class ShareEqualNodes : public testing::TestWithParam<Case> {};

TEST_P(ShareEqualNodes, KeepsTheValues) {
  const std::string text = "graph @main(%x: f32[N,4]) -> (%y: f32[N,4]) {\n@two = f32[]{2.0}\n@deux = f32[]{2.0}\n@three = f32[]{3.0}\n" +
                           std::string(GetParam().nodes) + "\n}";
  auto graph = parse_graph(text);
  ASSERT_TRUE(graph.ok()) << graph.status().text();
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  ASSERT_EQ(infer_shapes(**graph, ops).text(), "");
  const Literal x = random_literal({3, 4}, 3);
  const auto expected = run_graph(**graph, std::span(&x, 1), kernels, true);
  constexpr Pass kPasses[] = {{"share_equal_nodes", share_equal_nodes}};
  ASSERT_EQ(run_passes(**graph, {ops, kernels, {}}, kPasses).text(), "");
  EXPECT_EQ(operators(**graph), GetParam().expected);
  if (std::string_view(GetParam().name) == "random") return;
  const auto given = run_graph(**graph, std::span(&x, 1), kernels, true);
  ASSERT_TRUE(expected.ok() && given.ok());
  EXPECT_EQ(difference((*expected)[0], (*given)[0], 0), "");
}

INSTANTIATE_TEST_SUITE_P(Cases, ShareEqualNodes, testing::ValuesIn(kCases), [](const auto& test) { return test.param.name; });

}  // namespace share_equal_nodes_test

}  // namespace gearbox
