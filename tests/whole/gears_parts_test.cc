#include <gtest/gtest.h>

#include "whole/gears_test_support.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {
namespace {

/// A graph with gears for N, and how many of the named steps do nothing on the gear N=1.
struct PartsCase {
  const char* name;
  const char* text;
  const char* op;
  int in_place;
};

const PartsCase kCases[] = {
    {"pieces of Split", R"(graph @main(%x: f32[N,32]) -> (%y) given N >= 0 {
      %a = Relu(%x)
      %p, %q = Split(%a) {axis=1, num_outputs=2}
      %s = Softmax(%p)
      %t = Softmax(%q)
      %y = Mul(%s, %t)
    })",
     "Split", 1},
    {"pieces that are cut again", R"(graph @main(%x: f32[N,48]) -> (%y) given N >= 0 {
      @i = i64[2]{16, 32}
      @b = i64[1]{4}
      @e = i64[1]{12}
      @one = i64[1]{1}
      %a = Softmax(%x)
      %p, %q = Split(%a, @i) {axis=1}
      %r = Slice(%q, @b, @e, @one)
      %y = Softmax(%r)
    })",
     "Slice", 1},
    {"a slice from the end", R"(graph @main(%x: f32[N,3,8]) -> (%y) given N >= 0 {
      @b = i64[1]{-2}
      @e = i64[1]{9}
      @one = i64[1]{1}
      %a = Softmax(%x)
      %r = Slice(%a, @b, @e, @one)
      %y = Softmax(%r)
    })",
     "Slice", 1},
    {"a row that Gather takes", R"(graph @main(%x: f32[N,5,8]) -> (%y) given N >= 0 {
      @i = i64[]{-2}
      %a = Softmax(%x)
      %r = Gather(%a, @i) {axis=1}
      %y = Softmax(%r)
    })",
     "Gather", 1},
    {"an axis behind others cannot be cut in place", R"(graph @main(%x: f32[N,4,6]) -> (%y) given N >= 0 {
      @i = i64[]{1}
      %a = Softmax(%x)
      %r = Gather(%a, @i) {axis=2}
      %y = Softmax(%r)
    })",
     "Gather", 0},
    {"parts of Concat", R"(graph @main(%x: f32[N,32]) -> (%y) given N >= 0 {
      %a = Softmax(%x)
      %b = Softmax(%a)
      %c = Concat(%a, %b) {axis=1}
      %y = Softmax(%c)
    })",
     "Concat", 1},
    {"parts of an output", R"(graph @main(%x: f32[N,32]) -> (%c) given N >= 0 {
      %a = Softmax(%x)
      %b = Softmax(%a)
      %c = Concat(%a, %b) {axis=1}
    })",
     "Concat", 1},
    {"Concat of Concat", R"(graph @main(%x: f32[N,16]) -> (%y) given N >= 0 {
      %a = Softmax(%x)
      %b = Softmax(%a)
      %c = Concat(%a, %b) {axis=1}
      %d = Softmax(%b)
      %e = Concat(%c, %d) {axis=1}
      %y = Softmax(%e)
    })",
     "Concat", 2},
    {"a tensor in two Concats", R"(graph @main(%x: f32[N,16]) -> (%y, %z) given N >= 0 {
      %a = Softmax(%x)
      %b = Softmax(%a)
      %c = Concat(%a, %b) {axis=1}
      %y = Softmax(%c)
      %d = Concat(%b, %a) {axis=1}
      %z = Softmax(%d)
    })",
     "Concat", 1},
    {"a tensor twice in one", R"(graph @main(%x: f32[N,16]) -> (%y) given N >= 0 {
      %a = Softmax(%x)
      %c = Concat(%a, %a) {axis=1}
      %y = Softmax(%c)
    })",
     "Concat", 0},
    {"an input and a constant have places of their own", R"(graph @main(%x: f32[N,16]) -> (%y) given N >= 0 {
      @k = f32[1,16]{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
      %n = Shape(%x) {end=1, start=0}
      @m = i64[1]{16}
      %s = Concat(%n, @m) {axis=0}
      %e = Expand(@k, %s)
      %c = Concat(%x, %e) {axis=1}
      %y = Softmax(%c)
    })",
     "Concat", 0},
    {"parts that do not start where buffers do", R"(graph @main(%x: f32[N,5]) -> (%y) given N >= 0 {
      %a = Softmax(%x)
      %b = Softmax(%a)
      %c = Concat(%a, %b) {axis=1}
      %y = Softmax(%c)
    })",
     "Concat", 0},
    {"a piece that is part of Concat", R"(graph @main(%x: f32[N,32]) -> (%y) given N >= 0 {
      %a = Softmax(%x)
      %p, %q = Split(%a) {axis=1, num_outputs=2}
      %b = Softmax(%q)
      %c = Concat(%p, %b) {axis=1}
      %y = Softmax(%c)
    })",
     "Split", 1},
    {"an output is no piece", R"(graph @main(%x: f32[N,32]) -> (%p, %y) given N >= 0 {
      %a = Softmax(%x)
      %p, %q = Split(%a) {axis=1, num_outputs=2}
      %y = Softmax(%q)
    })",
     "Split", 0},
    {"a view of a piece that is an output", R"(graph @main(%x: f32[N,32]) -> (%y, %r) given N >= 0 {
      @s = i64[2]{-1, 4}
      %a = Softmax(%x)
      %p, %q = Split(%a) {axis=1, num_outputs=2}
      %y = Softmax(%q)
      %r = Reshape(%p, @s)
    })",
     "Split", 1},
    {"a piece that is written over", R"(graph @main(%x: f32[N,32]) -> (%y, %z) given N >= 0 {
      %a = Softmax(%x)
      %p, %q = Split(%a) {axis=1, num_outputs=2}
      %r = Neg(%p)
      %s = Softmax(%r)
      %y = Mul(%s, %q)
      %z = Softmax(%a)
    })",
     "Split", 1},
};

TEST(GearParts, StepsThatOnlyMoveDataHaveNothingToDoWhereNumbersAllowIt) {
  for (const PartsCase& row : kCases) {
    SCOPED_TRACE(row.name);
    const auto graph = graph_of(row.text);
    const Geared geared{"N=1,2,0"};
    Context gears(geared_model(*graph, geared), {}), reference(compile_model(*graph, How::kReference), {});
    const options::GearTable table = gear_table(*graph, geared);
    for (const size_t gear : {0, 1, 2, 0}) expect_same(reference, gears, inputs_of(table, gear, gear), 1e-6);
    const Model& model = gears.model();
    int in_place = 0;
    for (const ProgramStep& step : model.contents().programs[static_cast<size_t>(model.gears().gears[0].program)].steps)
      in_place += step.op == row.op && step.alias_only ? 1 : 0;
    EXPECT_EQ(in_place, row.in_place);
  }
}

}  // namespace
}  // namespace gearbox::testing
