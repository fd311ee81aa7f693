#include "cli/shape_table.h"

#include <gtest/gtest.h>

namespace gearbox::cli {
namespace {

/// A program of one NonZero over x[N]: its output is [1, K], where K is known after the step. `rows` is what the shape code says instead
/// of 1.
std::shared_ptr<const Model> non_zero(int64_t rows) {
  Program program;
  program.name = "main";
  ProgramValue& input = program.values.emplace_back();
  input.name = "x";
  input.dtype = DType::kF32;
  input.storage = Storage::kInput;
  input.dims = {0};
  input.last_step = 0;
  ProgramValue& output = program.values.emplace_back();
  output.name = "y";
  output.dtype = DType::kI64;
  output.storage = Storage::kOutput;
  output.dims = {1, 2};
  output.first_step = 0;
  program.inputs = {0};
  program.outputs = {1};
  program.output_names = {"y"};
  ProgramStep& step = program.steps.emplace_back();
  step.op = "NonZero";
  step.node = "find";
  step.version = 13;
  step.inputs = {0};
  step.outputs = {1};
  step.late = {{0, 1, 2}};
  step.code_begin = step.code_end = 1;
  program.dims = {3, {{DimInstruction::Op::kConstant, 1, 0, 0, rows}}};
  program.prologue_end = 1;
  program.bindings.push_back({.input = 0, .axis = 0, .slot = 0, .symbol = "N"});
  PackageContents contents;
  contents.reference_only = true;
  contents.programs.push_back(std::move(program));
  contents.symbols.push_back({.name = "N"});
  auto model = Model::load(std::move(contents), {});
  EXPECT_TRUE(model.ok()) << model.status().text();
  return model.ok() ? *model : nullptr;
}

class Traced {
 public:
  explicit Traced(int64_t rows) : model_(non_zero(rows)), trace_(*model_), context_(model_, {}) { context_.observe(trace_.observer()); }

  std::string run() {
    const int64_t dims[] = {4};
    float x[] = {0, 1, 0, 2};
    const Tensor input{DType::kF32, dims, x};
    trace_.begin({&input, 1});
    return context_.run({&input, 1}).status().message();
  }
  std::string text() const { return shape_table(trace_); }

 private:
  std::shared_ptr<const Model> model_;
  ShapeTrace trace_;
  Context context_;
};

TEST(ShapeTrace, ShowsTheTypeItsValueAndTheExtents) {
  Traced traced(1);
  for (int run = 0; run < 2; ++run) {
    EXPECT_EQ(traced.run(), "");
    EXPECT_EQ(traced.text(),
              "operator  value  type          in this run  actual\n"
              "NonZero   y      i64[1,\"y.1\"]  1×2          1×2\n"
              "1 value, 0 with other extents than its type says\n");
  }
}

TEST(ShapeTrace, EndsTheRunAtTheFirstStepThatDisagrees) {
  Traced traced(3);
  EXPECT_EQ(traced.run(), "node 'find': output 'y' has the extents 1×2, its type i64[3,\"y.1\"] says 3×2");
  EXPECT_NE(traced.text().find("3×2          1×2     differs\n1 value, 1 with other extents than its type says\n"), std::string::npos)
      << traced.text();
}

/// Without the trace the executor does not take the wrong extents for the right ones either.
TEST(ShapeTrace, TheExecutorRefusesOtherExtentsThanTheRuleSays) {
  const auto model = non_zero(3);
  Context context(model, {});
  const int64_t dims[] = {4};
  float x[] = {0, 1, 0, 2};
  const Tensor input{DType::kF32, dims, x};
  EXPECT_EQ(context.run({&input, 1}).status().message(), "node 'find': output 'y' has the extents [1,2], its shape rule says [3,2]");
}

}  // namespace
}  // namespace gearbox::cli
