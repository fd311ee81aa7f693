#include <gtest/gtest.h>

#include <set>

#include "ir/text.h"
#include "ir/verifier.h"
#include "passes/gear/gear_root.h"
#include "passes/gear/gear_variants.h"
#include "whole/gears_test_support.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {
namespace {

TEST(Gears, Acceptance064_EveryGearGivesWhatTheStaticAndTheDynamicModelGive) {
  for (const GearSample& sample : kGearSamples) {
    SCOPED_TRACE(sample.name);
    const auto graph = sample.graph();
    const options::GearTable table = gear_table(*graph, {sample.gears});
    Context geared(geared_model(*graph, {sample.gears}), {}), dynamic(compile_model(*graph, How::kPackage), {}),
        reference(compile_model(*graph, How::kReference), {});
    for (size_t row = 0; row < table.rows.size(); ++row) {
      SCOPED_TRACE(row);
      const std::vector<Literal> inputs = inputs_of(table, row, row);
      Context fixed(static_model(*graph, table, row), {});
      expect_same(fixed, geared, inputs);
      EXPECT_EQ(geared.last_choice().way, GearChoice::Way::kExact);
      EXPECT_EQ(geared.last_choice().gear, static_cast<int32_t>(row));
      expect_same(dynamic, geared, inputs);
      expect_same(reference, geared, inputs, 2e-5);
    }
  }
}

TEST(Gears, Acceptance045_EveryExtentInABranchIsANumber) {
  for (const GearSample& sample : kGearSamples) {
    const auto contents = compile_gears(*sample.graph(), {sample.gears});
    ASSERT_TRUE(contents.ok()) << contents.status().text();
    for (const GearInfo& gear : contents->gears.gears) {
      const Program& program = contents->programs[static_cast<size_t>(gear.program)];
      for (const SymbolBinding& binding : program.bindings) EXPECT_EQ(binding.symbol, "");
      for (const DimInstruction& instruction : program.dims.code) EXPECT_EQ(instruction.op, DimInstruction::Op::kConstant);
      for (const ProgramStep& step : program.steps) EXPECT_NE(step.op, "ShapeVector");
      EXPECT_TRUE(program.checks.empty());
    }
  }
}

TEST(Gears, Acceptance046_056_080_WeightsAreStoredOnceForAllGearsBodiesAndTheDynamicProgram) {
  const auto graph = attention_block();
  const auto one = compile_gears(*graph, {"N=1; L=8"}), many = compile_gears(*graph, {"N=1,2,3,4,5; L=8,16,24,32"});
  ASSERT_TRUE(one.ok() && many.ok());
  std::set<const void*> weights[2];
  for (size_t i : {0, 1}) {
    for (const Program& program : (i == 0 ? *one : *many).programs) {
      for (const ProgramValue& value : program.values) {
        if (value.storage == Storage::kConstant && value.constant.bytes() > 64) weights[i].insert(value.constant.data());
      }
    }
  }
  EXPECT_EQ(weights[0].size(), weights[1].size());
}

TEST(Gears, Acceptance047_AConstantThatFollowsFromTheShapeDiffersFromGearToGear) {
  const auto graph = graph_of(R"(graph @main(%x: f32[N,L]) -> (%y, %s) given N >= 0, L >= 0 {
    %s = Shape(%x)
    %f = Cast(%s) {to=1}
    %t = ReduceProd(%f) {keepdims=0}
    %y = Div(%x, %t)
  })");
  const Geared geared{"N=1,2; L=3,5"};
  Context gears(geared_model(*graph, geared), {}), reference(compile_model(*graph, How::kReference), {});
  const options::GearTable table = gear_table(*graph, geared);
  for (size_t row = 0; row < table.rows.size(); ++row) {
    expect_same(reference, gears, inputs_of(table, row, row));
    const Program& program = gears.model().contents().programs[static_cast<size_t>(gears.last_choice().program)];
    for (const ProgramStep& step : program.steps) EXPECT_TRUE(step.op != "ReduceProd" && step.op != "Cast") << step.op;
  }
}

TEST(Gears, Acceptance049_050_051_PassThroughOutputsKeepDataShapeAndPlace) {
  const auto graph = graph_of(R"(graph @main(%x: f32[N,L], %y: f32[L]) -> (%x as "first", %z, %x as "again", %y) given N >= 0, L >= 0 {
    %z = Add(%x, %y)
  })");
  const Geared geared{"N=1,4; L=2,8", "L=bounded"};
  Context gears(geared_model(*graph, geared), {}), reference(compile_model(*graph, How::kReference), {});
  for (const auto& [n, length] : {std::pair<int64_t, int64_t>{1, 2}, {4, 8}, {4, 2}, {1, 7}, {4, 0}, {3, 3}}) {
    const auto inputs = random_inputs({{n, length}, {length}}, 5);
    expect_same(reference, gears, inputs, 0);
    const auto outputs = gears.run(views(inputs));
    ASSERT_TRUE(outputs.ok());
    EXPECT_EQ(distance((*outputs)[0], view(inputs[0])), 0);
    EXPECT_EQ(distance((*outputs)[2], view(inputs[0])), 0);
    EXPECT_EQ(distance((*outputs)[3], view(inputs[1])), 0);
  }
}

TEST(Gears, Acceptance052_AModelThatComputesNothingRuns) {
  const auto graph = graph_of("graph @main(%x: f32[N], %y: f32[3]) -> (%y, %x) given N >= 0 {}");
  Context gears(geared_model(*graph, {"N=0,1,5"}), {}), reference(compile_model(*graph, How::kReference), {});
  for (const int64_t n : {0, 1, 5, 6}) expect_same(reference, gears, random_inputs({{n}, {3}}, 1), 0);
}

TEST(Gears, Acceptance053_AnInputWithoutGearsIsFedToEveryBranch) {
  const auto graph = graph_of(R"(graph @main(%x: f32[N,3], %w: f32[3,2]) -> (%y) given N >= 0 { %y = MatMul(%x, %w) })");
  Context gears(geared_model(*graph, {"N=1,5"}), {}), reference(compile_model(*graph, How::kReference), {});
  for (const int64_t n : {1, 5, 2}) expect_same(reference, gears, random_inputs({{n, 3}, {3, 2}}, 2));
}

/// A choice and a loop whose bodies work on the gears' axis and hold weights of their own.
constexpr const char* kControl = R"(graph @main(%c: bool[], %m: i64[], %x: f32[N,2]) -> (%y, %last, %all) given N >= 0 {
  @w = f32[2,2]{1, 2, 3, 4}
  %y = If(%c, %x, @w) {gearbox.captures=2} {
    then_branch = graph @then(%x: f32[*], %w: f32[*]) -> (%a) { %a = MatMul(%x, %w) }
    else_branch = graph @else(%x: f32[*], %w: f32[*]) -> (%a) { %a = Neg(%x) }
  }
  %last, %all = Loop(%m, _, %x, %x) {gearbox.captures=1} {
    body = graph @body(%i: i64[*], %c: bool[*], %sum: f32[*], %x: f32[*]) -> (%c, %next, %next as "each") { %next = Add(%sum, %x) }
  }
})";

TEST(Gears, Acceptance054_BranchesHaveTheirOwnCopiesOfNestedGraphs) {
  const auto graph = graph_of(kControl);
  const Geared geared{"N=1,4"};
  const auto model = geared_model(*graph, geared);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->contents().programs.size(), 3U * 4U);
  std::set<std::pair<std::string, int32_t>> bodies;
  for (size_t p = 0; p < model->contents().programs.size(); ++p) {
    for (const ProgramStep& step : model->contents().programs[p].steps) {
      for (const auto& [name, program] : step.bodies) EXPECT_TRUE(bodies.emplace("", program).second);
    }
  }
  Context gears(model, {}), reference(compile_model(*graph, How::kReference), {});
  for (const int64_t n : {1, 4, 3, 4, 1}) {
    for (const bool condition : {true, false}) {
      std::vector<Literal> inputs = {Literal::scalar(condition), Literal::scalar<int64_t>(3), random_tensor({n, 2}, 3)};
      expect_same(reference, gears, inputs);
    }
  }
}

TEST(Gears, Acceptance055_NamesLeadBackToTheModelAndTheGear) {
  const auto contents = compile_gears(*attention_block(), {"N=1,2; L=8"});
  ASSERT_TRUE(contents.ok());
  std::set<std::string> names;
  for (const ProgramStep& step : contents->programs[0].steps) names.insert(step.node);
  for (size_t row = 0; row < contents->gears.gears.size(); ++row) {
    const Program& program = contents->programs[static_cast<size_t>(contents->gears.gears[row].program)];
    EXPECT_EQ(program.name, "attention_block_gear_" + std::to_string(row));
    for (const ProgramStep& step : program.steps) EXPECT_TRUE(names.contains(step.node)) << step.node;
  }
}

TEST(Gears, Acceptance062_WhatIsKnownOnlyMidRunStaysDynamicInsideAGear) {
  const auto graph = selection();
  Context gears(geared_model(*graph, {"N=3,5; M=4"}), {}), reference(compile_model(*graph, How::kReference), {});
  for (const auto& [n, m] : {std::pair<int64_t, int64_t>{3, 4}, {5, 4}, {5, 6}, {3, 4}}) {
    for (uint64_t seed = 0; seed < 8; ++seed) expect_same(reference, gears, random_inputs({{n, m}}, seed), 0);
  }
  EXPECT_EQ(gears.model().gears().gears[0].outputs[1], GearInfo::Extents({2, -1}));
}

TEST(Gears, Acceptance042_063_ThreadsAndRunsDoNotChangeThePackage) {
  for (const GearSample& sample : kGearSamples) {
    const auto once = compile_gears(*sample.graph(), {sample.gears}), again = compile_gears(*sample.graph(), {sample.gears}),
               parallel = compile_gears(*sample.graph(), {.gears = sample.gears, .threads = 4});
    ASSERT_TRUE(once.ok() && again.ok() && parallel.ok());
    EXPECT_EQ(bytes_of(*once), bytes_of(*again));
    EXPECT_EQ(bytes_of(*once), bytes_of(*parallel));
  }
}

TEST(Gears, Acceptance065_AGearThatTheModelCannotTakeIsNamedWithItsNode) {
  const auto graph = graph_of(R"(graph @main(%x: f32[1,1,H,W]) -> (%y) given H >= 0, W >= 0 {
    @w = f32[1,1,5,5]{0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0}
    %y = Conv(%x, @w) named "deep"
  })");
  const auto contents = compile_gears(*graph, {"H=8,3; W=8"});
  ASSERT_FALSE(contents.ok());
  EXPECT_EQ(contents.status().code(), Code::kInvalidArgument);
  EXPECT_NE(contents.status().message().find("gear 1 (H=3, W=8)"), std::string::npos) << contents.status().text();
  EXPECT_NE(contents.status().message().find("'deep'"), std::string::npos) << contents.status().text();
}

TEST(Gears, Acceptance066_AContradictionInOneGearNamesIt) {
  const auto graph = graph_of(R"(graph @main(%x: f32[N,4], %y: f32[M,4]) -> (%z) given N >= 0, M >= 0 { %z = Add(%x, %y) named "join" })");
  const auto contents = compile_gears(*graph, {"N=1,M=1 | N=3,M=1 | N=3,M=2"});
  ASSERT_FALSE(contents.ok());
  for (const char* part : {"gear 2 (N=3, M=2)", "'join'"})
    EXPECT_NE(contents.status().message().find(part), std::string::npos) << contents.status().text();
}

TEST(Gears, Acceptance066_AGivenFactThatAGearBreaksIsNamed) {
  const auto graph = graph_of(R"(graph @main(%x: f32[N,M]) -> (%z) given N >= 0, M >= 0 {
    %z = Neg(%x)
    fact given "2*N <= M" "--assert 'M >= 2*N'"
  })");
  const auto contents = compile_gears(*graph, {"N=1,M=2 | N=4,M=6"});
  ASSERT_FALSE(contents.ok());
  for (const char* part : {"gear 1 (N=4, M=6)", "--assert 'M >= 2*N'"})
    EXPECT_NE(contents.status().message().find(part), std::string::npos) << contents.status().text();
}

TEST(Gears, Acceptance039_068_069_070_OrderShapesAndNamesSurviveThePackage) {
  const auto graph = attention_block();
  const Geared geared{"N=8,1,4; L=2,16", "L=bounded"};
  const auto contents = compile_gears(*graph, geared);
  ASSERT_TRUE(contents.ok());
  const auto model = loaded(*contents);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->gears(), contents->gears);
  EXPECT_EQ(model->gears().table, gear_table(*graph, geared));
  EXPECT_EQ(model->gears().table.rows.front(), (std::vector<int64_t>{8, 2}));
  for (size_t row = 0; row < 6; ++row)
    EXPECT_EQ(model->gears().gears[row].outputs, (std::vector<GearInfo::Extents>{{{model->gears().table.rows[row][0], -1, 24}}}));
}

TEST(Gears, Acceptance069_TheRootShowsTableAndBranchesAndRunsByItself) {
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  const auto graph = perceptron();
  CompileOptions options;
  ASSERT_TRUE(optimise(*graph, ops, kernels, options).ok());
  options.gears.table = gear_table(*graph, {"N=4,1"});
  auto root = make_gears(*graph, {}, ops, kernels, options);
  ASSERT_TRUE(root.ok()) << root.status().text();
  EXPECT_TRUE(verify_typed(**root).ok()) << verify_typed(**root).text();
  const std::string text = print(**root);
  for (const char* part : {"@gear_table = i64[2,1]{4, 1}", "gearbox::GetDynamicDims", "gearbox::MapIndex",
                           "gear_1 = graph @perceptron_gear_1(%x: f32[1,4])", "fallback = graph @perceptron(%x: f32[N,4])"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  const auto again = parse_graph(text);
  ASSERT_TRUE(again.ok()) << again.status().text();
  EXPECT_EQ(first_difference(**root, **again), "");
}

TEST(Gears, Acceptance019_110_AGearOfZeroRunsOnEmptyTensors) {
  for (const GearSample& sample : kGearSamples) {
    const auto graph = sample.graph();
    Context gears(geared_model(*graph, {"N=0,2"}), {}), reference(compile_model(*graph, How::kReference), {});
    const options::GearTable table = gear_table(*graph, {"N=0,2"});
    std::vector<std::vector<int64_t>> extents = gear_shapes(table, 0);
    for (auto& dims : extents) {
      for (int64_t& dim : dims) dim = dim < 0 ? 16 : dim;
    }
    const auto inputs = random_inputs(extents, 1);
    expect_same(reference, gears, inputs);
    EXPECT_EQ(gears.last_choice().gear, 0);
    EXPECT_EQ(gears.run(views(inputs))->front().dims[0], 0);
  }
}

}  // namespace
}  // namespace gearbox::testing
