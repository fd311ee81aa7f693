#include "passes/fuse/fold_batch_norm.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {

namespace fold_batch_norm_test {

struct Case {
  const char* name;
  const char* input;
  const char* nodes;  ///< from %x to %y; see constants() for what they may read
  const char* expected;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

constexpr Case kCases[] = {
    {"conv", "N,4,H,W", "%c = Conv.11(%x, @w)\n%y = BatchNormalization.9(%c, @s, @b, @m, @v)", "Conv"},
    {"conv_with_bias", "N,4,H,W", "%c = Conv.11(%x, @w, @b)\n%y = BatchNormalization.9(%c, @s, @b, @m, @v) {epsilon=0.01}", "Conv"},
    {"grouped_conv", "N,8,H,W", "%c = Conv.11(%x, @w) {group=2}\n%y = BatchNormalization.9(%c, @s, @b, @m, @v)", "Conv"},
    {"transposed_conv", "N,6,H,W", "%c = ConvTranspose.11(%x, @w, @b8) {group=2}\n%y = BatchNormalization.9(%c, @s8, @b8, @m8, @v8)",
     "ConvTranspose"},
    {"chain", "N,4,H,W",
     "%c = Conv.11(%x, @w)\n%a = Mul(%c, @column)\n%d = Add(@column, %a)\n%e = Div(%d, @two)\n%f = Sub(%e, @column)\n%y = Sub(@two, %f)",
     "Conv"},
    {"gemm", "N,4", "%c = Gemm.13(%x, @g, @b) {alpha=0.5, beta=3.0}\n%y = BatchNormalization.9(%c, @s, @b, @m, @v)", "Gemm"},
    {"gemm_transposed", "N,6", "%c = Gemm.13(%x, @g6) {transB=1}\n%d = Mul(%c, @row)\n%y = Add(%d, @row)", "Gemm"},
    {"matmul", "N,M,4", "%c = MatMul.13(%x, @g)\n%y = Mul(%c, @row6)", "MatMul Add"},
    {"alone", "N,6,H,W", "%y = BatchNormalization.9(%x, @s, @b, @m, @v)", "Mul Add"},
    {"two_users", "N,4,H,W", "%c = Conv.11(%x, @w)\n%d = Mul(%c, @two)\n%y = Add(%c, %d)", "Conv Mul Add"},
    {"along_the_width", "N,4,H,6", "%c = Conv.11(%x, @w)\n%y = Mul(%c, @row6)", "Conv Mul"},
    {"raises_the_rank", "N,4,H", "%c = Conv.11(%x, @w1)\n%y = Mul(%c, @column4)", "Conv Mul"},
};

void add_constant(std::string& text, const std::string& name, const std::vector<int64_t>& dims, uint32_t seed, float offset) {
  Literal literal = random_literal(dims, seed);
  for (int64_t i = 0; i < literal.elements(); ++i) static_cast<float*>(literal.mutable_data())[i] += offset;
  text += "@" + name + " = " + literal_text(literal, {}) + "\n";
}

/// Parameters of 6 channels, of 8 with that suffix; weights w (of what the case needs), products g, a column and rows.
std::string constants(const std::string& name) {
  std::string text;
  for (const int64_t n : {6, 8}) {
    const std::string suffix = n == 6 ? "" : "8";
    add_constant(text, "s" + suffix, {n}, 1, 0);
    add_constant(text, "b" + suffix, {n}, 2, 0);
    add_constant(text, "m" + suffix, {n}, 3, 0);
    add_constant(text, "v" + suffix, {n}, 4, 1.5F);
  }
  add_constant(text, "w",
               name == "transposed_conv" ? std::vector<int64_t>{6, 4, 2, 3}
                                         : std::vector<int64_t>{6, 4, name == "along_the_width" ? 1 : 3, name == "along_the_width" ? 1 : 2},
               5, 0);
  add_constant(text, "w1", {6, 4, 1}, 6, 0);
  add_constant(text, "g", {4, 6}, 7, 0);
  add_constant(text, "g6", {8, 6}, 8, 0);
  add_constant(text, "row", {8}, 9, 0);
  add_constant(text, "row6", {6}, 10, 0);
  add_constant(text, "column", {6, 1, 1}, 11, 0);
  add_constant(text, "column4", {1, 6, 1, 1}, 12, 0);
  add_constant(text, "two", {1, 1}, 13, 2);
  return text;
}

class FoldBatchNorm : public testing::TestWithParam<Case> {};

TEST_P(FoldBatchNorm, KeepsTheValues) {
  const Case& test = GetParam();
  auto graph =
      parse_graph("graph @main(%x: f32[" + std::string(test.input) + "]) -> (%y: f32[*]) {\n" + constants(test.name) + test.nodes + "\n}");
  ASSERT_TRUE(graph.ok()) << graph.status().text();
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  ASSERT_EQ(infer_shapes(**graph, ops).text(), "");
  std::vector<int64_t> dims;
  for (const Dim& dim : *(*graph)->inputs()[0]->type().shape) dims.push_back(dim.is_constant() ? dim.value() : 6);
  const Literal x = random_literal(dims, 14);
  const auto expected = run_graph(**graph, std::span(&x, 1), kernels, true);
  ASSERT_TRUE(expected.ok()) << expected.status().text();
  constexpr Pass kPasses[] = {{"fold_batch_norm", fold_batch_norm}};
  ASSERT_EQ(run_passes(**graph, {ops, kernels, {}}, kPasses).text(), "");
  EXPECT_EQ(operators(**graph), test.expected);
  const auto given = run_graph(**graph, std::span(&x, 1), kernels, true);
  ASSERT_TRUE(given.ok()) << given.status().text();
  EXPECT_EQ(difference((*expected)[0], (*given)[0], 1e-5), "");
}

INSTANTIATE_TEST_SUITE_P(Cases, FoldBatchNorm, testing::ValuesIn(kCases), [](const auto& test) { return test.param.name; });

}  // namespace fold_batch_norm_test

}  // namespace gearbox
