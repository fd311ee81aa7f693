#include "cli/html/rails.h"

#include <gtest/gtest.h>

namespace gearbox::cli::html {
namespace {

using Lanes = std::vector<int>;

struct Step {
  std::vector<int32_t> inputs, outputs;
};

Program program(size_t values, const std::vector<Step>& steps) {
  Program out;
  out.values.resize(values);
  for (const Step& step : steps) {
    ProgramStep& made = out.steps.emplace_back();
    made.inputs = step.inputs;
    made.outputs = step.outputs;
  }
  return out;
}

TEST(Rails, AChainIsOneLine) {
  const Rails rails = lay_out_rails(program(3, {{{0}, {1}}, {{1}, {2}}}), 4);
  EXPECT_EQ(rails.lanes, 1);
  EXPECT_EQ(rails.rows[0].node, 0);
  EXPECT_EQ(rails.rows[0].ends, Lanes{}) << "the model's inputs have no lane";
  EXPECT_EQ(rails.rows[0].begins, Lanes{0});
  EXPECT_EQ(rails.rows[1].ends, Lanes{0});
  EXPECT_EQ(rails.rows[1].begins, Lanes{}) << "nothing reads it";
}

TEST(Rails, AShortcutStaysStraight) {
  // 1 = f(0); 2 = g(1); 3 = h(1, 2)
  const Rails rails = lay_out_rails(program(4, {{{0}, {1}}, {{1}, {2}}, {{1, 2}, {3}}}), 4);
  EXPECT_EQ(rails.lanes, 2);
  EXPECT_EQ(rails.rows[1].taps, Lanes{0});
  EXPECT_EQ(rails.rows[1].through, Lanes{0});
  EXPECT_EQ(rails.rows[1].node, 1);
  EXPECT_EQ(rails.rows[2].ends, (Lanes{0, 1}));
  EXPECT_EQ(rails.rows[2].node, 0);
  EXPECT_EQ(rails.rows[2].through, Lanes{});
}

TEST(Rails, ALaneThatEndsIsNotReusedInTheSameRow) {
  // 2 and 3 both end in the step that makes 4 and 5.
  const Rails rails = lay_out_rails(program(7, {{{0}, {2}}, {{0}, {3}}, {{2, 3}, {4, 5}}, {{4, 5}, {6}}}), 4);
  EXPECT_EQ(rails.rows[2].ends, (Lanes{0, 1}));
  EXPECT_EQ(rails.rows[2].begins, (Lanes{0, 2}));
  EXPECT_EQ(rails.rows[3].ends, (Lanes{0, 2}));
}

TEST(Rails, ReadTwiceIsOneLine) {
  const Rails rails = lay_out_rails(program(3, {{{0}, {1}}, {{1, -1, 1}, {2}}}), 4);
  EXPECT_EQ(rails.rows[1].ends, Lanes{0});
}

TEST(Rails, ValuesBeyondTheLastLaneHaveNone) {
  const Rails rails = lay_out_rails(program(5, {{{0}, {1}}, {{0}, {2}}, {{0}, {3}}, {{1, 2, 3}, {4}}}), 2);
  EXPECT_EQ(rails.rows[1].begins, Lanes{1});
  EXPECT_EQ(rails.rows[2].node, 2) << "the dot stands beside the lanes";
  EXPECT_EQ(rails.rows[2].begins, Lanes{});
  EXPECT_EQ(rails.rows[3].ends, (Lanes{0, 1}));
  EXPECT_EQ(rails.lanes, 3);
}

TEST(Rails, NoSteps) { EXPECT_EQ(lay_out_rails(program(1, {}), 4).lanes, 0); }

}  // namespace
}  // namespace gearbox::cli::html
