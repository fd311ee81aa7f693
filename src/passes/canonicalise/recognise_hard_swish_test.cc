#include "passes/canonicalise/recognise_hard_swish.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {

namespace recognise_hard_swish_test {

struct Spelling {
  const char* name;
  const char* nodes;  ///< from %x to %y; @three, @six, @sixth, @zero are constants
  const char* expected;
};
void PrintTo(const Spelling& spelling, std::ostream* out) { *out << spelling.name; }

constexpr Spelling kSpellings[] = {
    {"divided_product", "%a = Add(%x, @three)\n%c = Clip(%a, @zero, @six)\n%m = Mul(%x, %c)\n%y = Div(%m, @six)", "HardSwish"},
    {"product_first", "%a = Add(@three, %x)\n%c = Clip(%a, @zero, @six)\n%m = Mul(%c, %x)\n%y = Mul(%m, @sixth)", "HardSwish"},
    {"divided_gate", "%a = Add(%x, @three)\n%c = Clip(%a, @zero, @six)\n%d = Div(%c, @six)\n%y = Mul(%d, %x)", "HardSwish"},
    {"clip_of_opset_6", "%a = Add(%x, @three)\n%c = Clip.6(%a) {min=0.0, max=6.0}\n%d = Mul(@sixth, %c)\n%y = Mul(%x, %d)", "HardSwish"},
    {"min_of_relu", "%a = Add(%x, @three)\n%r = Relu(%a)\n%c = Min(%r, @six)\n%m = Mul(%x, %c)\n%y = Div(%m, @six)", "HardSwish"},
    {"hard_sigmoid", "%h = HardSigmoid(%x) {alpha=0.16666667, beta=0.5}\n%y = Mul(%x, %h)", "HardSwish"},
    {"gate_alone", "%a = Add(%x, @three)\n%c = Clip(%a, @zero, @six)\n%y = Div(%c, @six)", "HardSigmoid"},
    {"sigmoid", "%s = Sigmoid(%x)\n%y = Mul(%s, %x)", "Swish"},
    {"other_gate", "%a = Add(%x, @three)\n%c = Clip(%a, @zero, @six)\n%m = Mul(%a, %c)\n%y = Div(%m, @six)", "Add Clip Mul Div"},
    {"other_bound", "%a = Add(%x, @three)\n%c = Clip(%a, @zero, @three)\n%m = Mul(%x, %c)\n%y = Div(%m, @six)", "Add Clip Mul Div"},
    {"another_slope", "%h = HardSigmoid(%x) {alpha=0.2, beta=0.5}\n%y = Mul(%x, %h)", "HardSigmoid Mul"},
};

class RecogniseHardSwish : public testing::TestWithParam<Spelling> {};

TEST_P(RecogniseHardSwish, KeepsTheValues) {
  const std::string text =
      "graph @main(%x: f32[N,4]) -> (%y: f32[N,4]) {\n@three = f32[]{3.0}\n@six = f32[1]{6.0}\n@sixth = f32[]{0.16666667}\n@zero = "
      "f32[]{0.0}\n" +
      std::string(GetParam().nodes) + "\n}";
  auto graph = parse_graph(text);
  ASSERT_TRUE(graph.ok()) << graph.status().text();
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  ASSERT_EQ(infer_shapes(**graph, ops).text(), "");
  const Literal x = random_literal({5, 4}, 3);
  for (int64_t i = 0; i < x.elements(); ++i) const_cast<float*>(x.values<float>().data())[i] *= 6;
  const auto expected = run_graph(**graph, std::span(&x, 1), kernels, true);
  constexpr Pass kPasses[] = {{"recognise_hard_swish", recognise_hard_swish}};
  ASSERT_EQ(run_passes(**graph, {ops, kernels, {}}, kPasses).text(), "");
  EXPECT_EQ(operators(**graph), GetParam().expected);
  const auto given = run_graph(**graph, std::span(&x, 1), kernels, true);
  ASSERT_TRUE(expected.ok() && given.ok());
  EXPECT_EQ(difference((*expected)[0], (*given)[0], 1e-5), "");
}

INSTANTIATE_TEST_SUITE_P(Spellings, RecogniseHardSwish, testing::ValuesIn(kSpellings), [](const auto& test) { return test.param.name; });

}  // namespace recognise_hard_swish_test

}  // namespace gearbox
