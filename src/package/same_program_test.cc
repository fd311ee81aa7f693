#include "package/same_program.h"

#include <gtest/gtest.h>

#include <functional>

namespace gearbox {
namespace {

/// A program with one of everything, and a body.
std::vector<Program> example() {
  Program program;
  program.name = "main";
  program.values.resize(2);
  program.values[0].name = "x";
  program.values[0].dims = {0};
  program.values[1].constant = Literal::scalar(2.5F);
  program.inputs = {0};
  program.outputs = {1};
  program.output_names = {"y"};
  ProgramStep step;
  step.op = "Elu";
  step.inputs = {0};
  step.attributes.set("alpha", 0.5F);
  step.bodies = {{"body", 1}};
  step.late = {{0, 0, 1}};
  program.steps = {step};
  program.dims.slots = 2;
  program.dims.code = {{DimInstruction::Op::kAdd, 1, 0, 0, 0}};
  program.bindings = {{0, 0, 0, "n", 1}};
  program.checks = {{ProgramCheck::Kind::kEqual, 0, 1, "node", "message", "a", "b"}};
  Program body;
  body.name = "body";
  return {program, body};
}

struct Case {
  std::string name;
  std::function<void(std::vector<Program>&)> change;
  bool same;
};

class SameProgramTest : public testing::TestWithParam<Case> {};

TEST_P(SameProgramTest, Compares) {
  const std::vector<Program> a = example();
  std::vector<Program> b = example();
  GetParam().change(b);
  EXPECT_EQ(same_programs(a, b), GetParam().same);
}

INSTANTIATE_TEST_SUITE_P(
    All, SameProgramTest,
    testing::Values(Case{"nothing", [](auto&) {}, true}, Case{"name", [](auto& p) { p[0].name = "gear"; }, true},
                    Case{"name_of_body", [](auto& p) { p[1].name = "other"; }, false}, Case{"number", [](auto& p) { p.pop_back(); }, false},
                    Case{"constant", [](auto& p) { p[0].values[1].constant = Literal::scalar(3.0F); }, false},
                    Case{"dims", [](auto& p) { p[0].values[0].dims = {1}; }, false},
                    Case{"attribute", [](auto& p) { p[0].steps[0].attributes.set("alpha", 0.25F); }, false},
                    Case{"kind_of_attribute", [](auto& p) { p[0].steps[0].attributes.set("alpha", int64_t{1}); }, false},
                    Case{"late_extent", [](auto& p) { p[0].steps[0].late[0].slot = 0; }, false},
                    Case{"instruction", [](auto& p) { p[0].dims.code[0].b = 1; }, false},
                    Case{"binding", [](auto& p) { p[0].bindings[0].multiple = 2; }, false},
                    Case{"check", [](auto& p) { p[0].checks[0].a_text = "c"; }, false},
                    Case{"body_index", [](auto& p) { p[0].steps[0].bodies[0].second = 0; }, false},
                    Case{"step", [](auto& p) { p[0].steps.clear(); }, false}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace gearbox
