#include "passes/fuse/fold_transposes.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {

namespace fold_transposes_test {

struct Case {
  const char* name;
  std::vector<int64_t> a, b;
  const char* nodes;  ///< from %a and %b to %y
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

const Case kCases[] = {
    {"both_sides",
     {2, 5, 3, 16},
     {2, 3, 7, 16},
     "%s = Transpose.13(%a) {perm=[0,2,1,3]}\n%t = Transpose.13(%b) {perm=[0,1,3,2]}\n%p = MatMul.13(%s, %t)\n"
     "%y = Transpose.13(%p) {perm=[0,2,1,3]}"},
    {"columns_of_a", {3, 9, 4}, {3, 9, 17}, "%s = Transpose.13(%a) {perm=[0,2,1]}\n%y = MatMul.13(%s, %b)"},
    {"batches_trade_places", {2, 3, 4, 5}, {3, 2, 5, 6}, "%s = Transpose.13(%a) {perm=[1,0,2,3]}\n%y = MatMul.13(%s, %b)"},
    {"batch_behind_rows",
     {4, 2, 8},
     {2, 1, 8},
     "%s = Transpose.13(%a) {perm=[1,0,2]}\n%t = Transpose.13(%b) {perm=[0,2,1]}\n%y = MatMul.13(%s, %t)"},
    {"no_batch",
     {0, 3, 4},
     {0, 4, 3},
     "%t = Transpose.13(%b) {perm=[0,2,1]}\n%s = Transpose.13(%a) {perm=[0,2,1]}\n%y = MatMul.13(%s, %t)"},
    {"no_depth", {2, 3, 0}, {2, 5, 0}, "%t = Transpose.13(%b) {perm=[0,2,1]}\n%y = MatMul.13(%a, %t)"},
    {"six_axes", {2, 1, 2, 1, 3, 4}, {2, 1, 2, 1, 5, 4}, "%t = Transpose.13(%b) {perm=[0,1,2,3,5,4]}\n%y = MatMul.13(%a, %t)"},
};

std::string type_text(const std::vector<int64_t>& dims) {
  std::string out = "f32[";
  for (size_t i = 0; i < dims.size(); ++i) out += (i ? "," : "") + std::to_string(dims[i]);
  return out + "]";
}

class FoldTransposes : public testing::TestWithParam<Case> {};

TEST_P(FoldTransposes, KeepsTheValues) {
  const Case& one = GetParam();
  const std::string text = "graph @main(%a: " + type_text(one.a) + ", %b: " + type_text(one.b) + ") -> (%y) {\n" + one.nodes + "\n}";
  auto graph = parse_graph(text);
  ASSERT_TRUE(graph.ok()) << graph.status().text();
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  ASSERT_EQ(infer_shapes(**graph, ops).text(), "");
  const Literal inputs[] = {random_literal(one.a, 1), random_literal(one.b, 2)};
  const auto expected = run_graph(**graph, inputs, kernels, true);
  constexpr Pass kPasses[] = {{"fold_transposes", fold_transposes}};
  ASSERT_EQ(run_passes(**graph, {ops, kernels, {}}, kPasses).text(), "");
  EXPECT_EQ(operators(**graph), "gearbox::PermutedMatMul");
  const auto given = run_graph(**graph, inputs, kernels, false);
  ASSERT_TRUE(expected.ok() && given.ok()) << expected.status().text() << given.status().text();
  EXPECT_EQ(difference((*expected)[0], (*given)[0], 1e-5), "");
}

INSTANTIATE_TEST_SUITE_P(Cases, FoldTransposes, testing::ValuesIn(kCases), [](const auto& test) { return test.param.name; });

}  // namespace fold_transposes_test

}  // namespace gearbox
