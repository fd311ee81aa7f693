#include "passes/select/select_recurrent.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {

namespace select_recurrent_test {

struct Case {
  const char* name;
  const char* cell;
  int64_t gates;
  int64_t directions;
  const char* operands;  ///< after W and R
  const char* attributes;
  const char* expected;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

constexpr Case kCases[] = {
    {"lstm", "LSTM", 4, 1, "", "hidden_size=5", "gearbox::Recurrent"},
    {"lstm_both_ways", "LSTM", 4, 2, ", @b, _, %h, %h", "hidden_size=5, direction=\"bidirectional\"", "gearbox::Recurrent"},
    {"lstm_with_peepholes", "LSTM", 4, 1, ", _, _, %h, %h, @p", "hidden_size=5, direction=\"reverse\"", "gearbox::Recurrent"},
    {"zero_state", "LSTM", 4, 1, ", @b, _, %z, %z", "hidden_size=5", "gearbox::Recurrent"},
    {"lengths", "LSTM", 4, 1, ", @b, @l, %h, %z", "hidden_size=5", "gearbox::Recurrent"},
    {"other_activations", "LSTM", 4, 1, ", @b", "hidden_size=5, activations=[\"HardSigmoid\", \"Tanh\", \"Relu\"], clip=0.5",
     "gearbox::Recurrent"},
    {"gru", "GRU", 3, 2, ", @b", "hidden_size=5, direction=\"bidirectional\"", "gearbox::Recurrent"},
    {"gru_reset_later", "GRU", 3, 1, ", @b, _, %h", "hidden_size=5, linear_before_reset=1", "gearbox::Recurrent"},
    {"rnn", "RNN", 1, 1, ", @b", "hidden_size=5", "gearbox::Recurrent"},
    {"batch_first", "LSTM", 4, 1, "", "hidden_size=5, layout=1", "LSTM"},
};

std::string constant(const std::string& name, const Literal& literal) { return "@" + name + " = " + literal_text(literal, {}) + "\n"; }

class SelectRecurrent : public testing::TestWithParam<Case> {};

TEST_P(SelectRecurrent, KeepsTheValues) {
  const Case& c = GetParam();
  const std::string directions = std::to_string(c.directions);
  const std::string op = std::string(c.cell) + ".14(%x, @w, @r" + c.operands + ") {" + c.attributes + "}\n}";
  std::string text = "graph @main(%x: f32[S,3,4], %h: f32[" + directions + ",3,5]) -> (%y, %last) {\n";
  text += constant("w", random_literal({c.directions, c.gates * 5, 4}, 1)) +
          constant("r", random_literal({c.directions, c.gates * 5, 5}, 2)) +
          constant("b", random_literal({c.directions, 2 * c.gates * 5}, 3)) + constant("p", random_literal({c.directions, 15}, 4));
  text += "@l = i32[3]{0, 2, 6}\n@d = i64[3]{" + directions + ", 3, 5}\n";
  if (std::string_view(c.operands).find("%z") != std::string_view::npos) text += "%z = ConstantOfShape.9(@d)\n";
  text += (c.gates == 4 ? "%y, %last, %c = " : "%y, %last = ") + op;
  auto graph = parse_graph(text);
  ASSERT_TRUE(graph.ok()) << graph.status().text() << text;
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  ASSERT_EQ(infer_shapes(**graph, ops).text(), "");
  const Literal inputs[] = {random_literal({6, 3, 4}, 5), random_literal({c.directions, 3, 5}, 6)};
  const auto expected = run_graph(**graph, inputs, kernels, true);
  ASSERT_TRUE(expected.ok()) << expected.status().text();
  constexpr Pass kPasses[] = {{"select_recurrent", select_recurrent}};
  ASSERT_EQ(run_passes(**graph, {ops, kernels, {}}, kPasses).text(), "");
  EXPECT_EQ(operators(**graph), c.expected);
  const auto given = run_graph(**graph, inputs, kernels, false);
  ASSERT_TRUE(given.ok()) << given.status().text();
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ(difference((*expected)[i], (*given)[i], 1e-5), "") << "output " << i;
}

INSTANTIATE_TEST_SUITE_P(Cells, SelectRecurrent, testing::ValuesIn(kCases), [](const auto& test) { return test.param.name; });

TEST(SelectRecurrent, WritesStatesInTheOrderThatIsRead) {
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  for (const bool also_read : {false, true}) {
    const auto graph = parse_graph("graph @main(%x: f32[S,3,4]) -> (%z, %last" + std::string(also_read ? ", %y" : "") + ") {\n" +
                                   constant("w", random_literal({2, 20, 4}, 1)) + constant("r", random_literal({2, 20, 5}, 2)) +
                                   "%y, %last, %c = LSTM.14(%x, @w, @r) {hidden_size=5, direction=\"bidirectional\"}\n"
                                   "%z = Transpose.13(%y) {perm=[0,2,1,3]}\n}");
    ASSERT_TRUE(graph.ok()) << graph.status().text();
    ASSERT_EQ(infer_shapes(**graph, ops).text(), "");
    const Literal inputs[] = {random_literal({6, 3, 4}, 5)};
    const auto expected = run_graph(**graph, inputs, kernels, true);
    ASSERT_TRUE(expected.ok()) << expected.status().text();
    constexpr Pass kPasses[] = {{"select_recurrent", select_recurrent}};
    ASSERT_EQ(run_passes(**graph, {ops, kernels, {}}, kPasses).text(), "");
    EXPECT_EQ(operators(**graph), also_read ? "gearbox::Recurrent Transpose" : "gearbox::Recurrent");
    const auto given = run_graph(**graph, inputs, kernels, false);
    ASSERT_TRUE(given.ok()) << given.status().text();
    for (size_t i = 0; i < 2; ++i) EXPECT_EQ(difference((*expected)[i], (*given)[i], 1e-5), "") << "output " << i;
  }
}

}  // namespace select_recurrent_test

}  // namespace gearbox
