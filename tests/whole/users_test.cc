#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "package/reader.h"
#include "package/writer.h"
#include "whole/gears_test_support.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {
namespace {

std::vector<std::string> operators_of(const Model& model, int32_t program) {
  std::vector<std::string> out;
  for (const ProgramStep& step : model.contents().programs[static_cast<size_t>(program)].steps) out.push_back(step.op);
  return out;
}

std::vector<std::string> kernels_of(const Model& model, int32_t program) {
  std::vector<std::string> out;
  for (const ReadyStep& step : model.ready(program).steps) out.emplace_back(step.kernel ? step.kernel->name : "view");
  return out;
}

/// A call does what a call of a static model does, whichever program serves it: the plan of its shape is looked up, not made.
TEST(Users, Star15_AKnownShapeTakesTheStepsOfAStaticModel) {
  const auto graph = convolution_net();
  const Geared geared{"N=1; H=64; W=96"}, bounded{"N=1; H=64; W=96", "bounded"};
  const auto fixed = static_model(*graph, gear_table(*graph, geared), 0);
  const auto exact = geared_model(*graph, geared), model = geared_model(*graph, bounded);
  ASSERT_TRUE(fixed && exact && model);
  EXPECT_EQ(kernels_of(*exact, exact->gears().gears[0].program), kernels_of(*fixed, 0));
  for (const int32_t program : {0, model->gears().gears[0].program}) EXPECT_EQ(operators_of(*model, program), operators_of(*fixed, 0));
  Context context(model, {});
  for (const int64_t width : {96, 80, 128}) {  // exact, bounded, dynamic
    const auto inputs = random_inputs({{1, 3, 64, width}}, 1);
    ASSERT_TRUE(context.run(views(inputs)).ok());
    const Context::Memory before = context.memory();
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(context.run(views(inputs)).ok());
    const Context::Memory after = context.memory();
    EXPECT_EQ(after.plan_misses, before.plan_misses);
    EXPECT_EQ(after.held_bytes, before.held_bytes);
  }
}

Value* weight(Graph& graph, std::vector<int64_t> dims, uint64_t seed) {
  return graph.add_constant(graph.unique_name("w"), random_tensor(std::move(dims), seed));
}

/// Convolution, pooling and a classifier over x[1,3,H,W], with a weight of 1 MiB.
std::unique_ptr<Graph> classifier() {
  auto graph = std::make_unique<Graph>("classifier");
  DimScope& scope = *graph->scope();
  Value* x = graph->add_input("x", tensor_type(DType::kF32, {1, 3, scope.symbol("H"), scope.symbol("W")}));
  const auto add = [&](const char* op, std::vector<Value*> inputs, Attributes attributes = {}) {
    return graph->add({.op = op, .version = 17, .inputs = std::move(inputs), .attributes = std::move(attributes)}, {""})->output(0);
  };
  Attributes strides;
  strides.set("strides", Ints{4, 4});
  Value* mean = add("GlobalAveragePool", {add("Conv", {x, weight(*graph, {64, 3, 3, 3}, 1)}, strides)});
  graph->add_output(add("Gemm", {add("Flatten", {mean}), weight(*graph, {64, 4096}, 2)}), "y");
  return graph;
}

TEST(Users, Star16_ThreeResolutionsInOnePackage) {
  constexpr int64_t kSizes[3][2] = {{256, 256}, {320, 512}, {640, 640}};
  const auto graph = classifier();
  const Geared geared{"H=256,W=256 | H=320,W=512 | H=640,W=640", "exact", false};
  const auto contents = compile_gears(*graph, geared), single = compile_gears(*graph, {.gears = "H=640; W=640", .fallback = false});
  ASSERT_TRUE(contents.ok() && single.ok());
  EXPECT_LE(static_cast<double>(bytes_of(*contents).size()), 1.05 * static_cast<double>(bytes_of(*single).size()));
  Context context(loaded(*contents), {.touch_ahead = 1});
  std::vector<std::vector<Literal>> inputs, expected;
  for (size_t i = 0; i < 3; ++i) {
    inputs.push_back(random_inputs({{1, 3, kSizes[i][0], kSizes[i][1]}}, i));
    Context fixed(static_model(*graph, gear_table(*graph, geared), i), {});
    const auto outputs = fixed.run(views(inputs[i]));
    ASSERT_TRUE(outputs.ok());
    expected.push_back({copy(outputs->front())});
  }
  for (size_t i = 0; i < 3; ++i) ASSERT_TRUE(context.run(views(inputs[i])).ok());
  const Context::Memory before = context.memory();
  for (size_t i = 0; i < 1000; ++i) {
    const size_t at = i % 3;
    const auto outputs = context.run(views(inputs[at]));
    ASSERT_TRUE(outputs.ok());
    ASSERT_LE(distance(view(expected[at].front()), outputs->front()), 1e-5);
    ASSERT_EQ(context.last_choice().gear, static_cast<int32_t>(at));
  }
  EXPECT_EQ(context.memory().plan_misses, before.plan_misses);
  EXPECT_EQ(context.memory().held_bytes, before.held_bytes);
}

/// Where a file is mapped.
struct Mapping {
  std::uintptr_t begin = 0, end = 0;
};
Mapping mapping_of(const std::string& file) {
  std::ifstream maps("/proc/self/maps");
  Mapping out;
  for (std::string line; std::getline(maps, line);) {
    if (!line.ends_with(file)) continue;
    out.begin = std::stoull(line, nullptr, 16);
    out.end = std::stoull(line.substr(line.find('-') + 1), nullptr, 16);
  }
  return out;
}

TEST(Users, Star17_APackageOfTwelveGearsIsMappedNotCopiedAndNothingIsCompiled) {
  const std::string file = std::filesystem::path(::testing::TempDir()) / ("gearbox_star17_" + std::to_string(getpid()) + ".gbx");
  const auto graph = attention_block();
  const auto contents = compile_gears(*graph, {"N=1,2,4; L=8,16,32,64"});
  ASSERT_TRUE(contents.ok() && contents->gears.gears.size() == 12);
  ASSERT_TRUE(write_package(*contents, file).ok());
  auto read = read_package(file, nullptr);
  ASSERT_TRUE(read.ok()) << read.status().text();
  const auto model = Model::load(std::move(read).value(), {});
  ASSERT_TRUE(model.ok()) << model.status().text();
  const Mapping mapping = mapping_of(file);
  std::set<const void*> weights;
  for (const Program& program : (*model)->contents().programs) {
    for (const ProgramValue& value : program.values) {
      if (value.storage != Storage::kConstant || value.constant.bytes() < 64) continue;
      const auto at = reinterpret_cast<std::uintptr_t>(value.constant.data());
      EXPECT_TRUE(mapping.begin <= at && at + value.constant.bytes() <= mapping.end) << value.name;
      weights.insert(value.constant.data());
    }
  }
  EXPECT_GE(weights.size(), 6U);
  Context gears(*model, {}), reference(compile_model(*graph, How::kReference), {});
  for (const int64_t length : {8, 64, 9}) expect_same(reference, gears, random_inputs({{2, length, 24}, {2, 1, 1, length}}, 1), 2e-5);
  std::filesystem::remove(file);
}

/// Lines of passes.
class Lines final : public LogSink {
 public:
  bool wants(std::string_view channel) const override { return channel == "pass"; }
  void line(std::string_view, std::string_view text) override { lines.emplace_back(text); }
  std::vector<std::string> lines;
};

TEST(Users, Star19_WhatAGearIsPlannedForChangesNeitherTheWorkOfTheCompilerNorThePackage) {
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  std::vector<size_t> bytes, lines, steps;
  for (const char* gears : {"N=4; L=8", "N=4; L=64", "N=4; L=512", "N=4; L=1000000"}) {
    const auto graph = attention_block();
    Lines log;
    CompileOptions options;
    options.log = Logger(&log);
    options.gears = {gear_table(*graph, {gears, "bounded"}), true, 1};
    const auto contents = compile(*graph, ops, kernels, options);
    ASSERT_TRUE(contents.ok()) << contents.status().text();
    bytes.push_back(bytes_of(*contents).size());
    lines.push_back(log.lines.size());
    steps.push_back(contents->programs.back().steps.size());
  }
  EXPECT_LE(static_cast<double>(*std::ranges::max_element(bytes)), 1.3 * static_cast<double>(*std::ranges::min_element(bytes)));
  EXPECT_GT(lines.front(), 0U);
  EXPECT_EQ(lines, std::vector<size_t>(4, lines.front()));
  EXPECT_EQ(steps, std::vector<size_t>(4, steps.front()));
}

}  // namespace
}  // namespace gearbox::testing
