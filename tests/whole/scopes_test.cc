#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>

#include "whole/gears_test_support.h"
#include "whole/small_models_test_support.h"

// Gears of parts of a model (--gear-scope): every branch against the model without them and against plain kernels.
namespace gearbox::testing {
namespace {

std::string numbers(size_t count, double scale) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += (i ? ", " : "") + std::to_string(std::sin(static_cast<double>(i * 7 + 3)) * scale);
  return out;
}

/// What is left of the rows of x[N,8] whose first element is positive goes through a perceptron: as many as only the run knows.
std::unique_ptr<Graph> detector() {
  const std::string text = R"(graph @detector(%x: f32[N,8]) -> (%scores, %kept) given N >= 0, N <= 64 {
    @zero = f32[]{0}
    @first = i64[]{0}
    @rows = i64[1]{0}
    @one = i64[1]{1}
    @w1 = f32[8,16]{)" + numbers(128, 0.5) +
                           R"(}
    @b1 = f32[16]{)" + numbers(16, 1) +
                           R"(}
    @w2 = f32[16,4]{)" + numbers(64, 0.5) +
                           R"(}
    @tail = i64[2]{2, 2}
    %score = Gather(%x, @first) {axis=1}
    %hot = Greater(%score, @zero)
    %found = NonZero(%hot)
    %at = Squeeze(%found, @rows)
    %boxes = Gather(%x, %at) {axis=0}
    %h1 = MatMul(%boxes, @w1)
    %h2 = Add(%h1, @b1)
    %h3 = Relu(%h2)
    %h4 = MatMul(%h3, @w2)
    %soft = Softmax(%h4) {axis=1}
    %extents = Shape(%soft)
    %count = Slice(%extents, @rows, @one)
    %target = Concat(%count, @tail) {axis=0}
    %scores = Reshape(%soft, %target)
    %kept = Neg(%boxes)
  })";
  return graph_of(text.c_str());
}

constexpr const char* kHead = "head: from=boxes to=scores; boxes[0]=1,4,16";

/// x[n,8] of which the first `kept` rows are found.
std::vector<Literal> rows_with(int64_t n, int64_t kept, uint64_t seed) {
  std::vector<Literal> out = {random_tensor({n, 8}, seed)};
  auto* data = static_cast<float*>(out[0].mutable_data());
  for (int64_t row = 0; row < n; ++row) data[row * 8] = row < kept ? 0.5F : -0.5F;
  return out;
}

/// A context whose memory holds NaN wherever nothing was written.
ContextOptions poisoned() {
  ContextOptions out;
  out.poison = true;
  return out;
}

/// What served the part in the next run of `context`, in words.
std::vector<std::string> taken(Context& context, const std::vector<Literal>& inputs) {
  std::vector<std::string> out;
  context.observe_scopes([&](const ScopeChoice& seen) {
    out.push_back(context.model().contents().scopes[seen.scope].name + " " + std::to_string(seen.values[0]) + " " +
                  std::string(gear_way_name(seen.choice.way)) + " " + std::to_string(seen.choice.gear));
    return Status();
  });
  const auto status = context.run(views(inputs)).status();
  EXPECT_TRUE(status.ok()) << status.text();
  context.observe_scopes({});
  return out;
}

using Texts = std::vector<std::string>;

TEST(Scopes, EveryBranchGivesWhatTheModelWithoutThemGives) {
  const auto graph = detector();
  for (const std::string mode : {"exact", "bounded"}) {
    Context geared(geared_model(*graph, {.scopes = {"head: from=boxes to=scores mode=" + mode + "; boxes[0]=0,1,4,16"}}), poisoned()),
        dynamic(compile_model(*graph, How::kPackage), {}), reference(compile_model(*graph, How::kReference), {});
    for (int64_t kept = 0; kept <= 20; ++kept) {
      const std::vector<Literal> inputs = rows_with(20, kept, static_cast<uint64_t>(kept) + 5);
      expect_same(dynamic, geared, inputs);
      expect_same(reference, geared, inputs, 2e-5);
    }
    const GearCounts counts = geared.model().scope_counts(0);
    EXPECT_EQ(counts.exact, (std::vector<uint64_t>{2, 2, 2, 2})) << mode;
    EXPECT_EQ(counts.bounded, mode == "exact" ? (std::vector<uint64_t>{0, 0, 0, 0}) : (std::vector<uint64_t>{0, 0, 4, 22})) << mode;
    EXPECT_EQ(counts.fallback, mode == "exact" ? 34U : 8U) << mode;
  }
}

TEST(Scopes, ObserversHearOfEachBranchInTheOrderOfExecution) {
  const auto graph = detector();
  Context geared(geared_model(*graph, {.scopes = {kHead}}), {});
  EXPECT_EQ(taken(geared, rows_with(20, 4, 1)), Texts{"head 4 exact 1"});
  EXPECT_EQ(taken(geared, rows_with(20, 5, 1)), Texts{"head 5 fallback -1"});
}

TEST(Scopes, WithoutFallbackOtherValuesAreRefusedWithTheGears) {
  const auto graph = detector();
  Context geared(geared_model(*graph, {.fallback = false, .scopes = {kHead}}), {}), dynamic(compile_model(*graph, How::kPackage), {});
  for (const int64_t kept : {1, 4, 16}) expect_same(dynamic, geared, rows_with(20, kept, 3));
  const Status refused = geared.run(views(rows_with(20, 3, 3))).status();
  for (const char* part : {"scope 'head'", "no gear serves found.1=3", "gear 2", "found.1=16", "nearest"})
    EXPECT_NE(refused.text().find(part), std::string::npos) << refused.text();
  EXPECT_EQ(geared.model().scope_counts(0).refused, 1U);
  expect_same(dynamic, geared, rows_with(20, 4, 3));
}

TEST(Scopes, Acceptance067_TwoPartsHaveTablesOfTheirOwn) {
  const auto graph = detector();
  const Geared both{.scopes = {"first: nodes=h1,h2,h3; boxes[0]=2,5", "second: from=h4 to=scores mode=bounded; h4[0]=3,5,8"}};
  Context geared(geared_model(*graph, both), {}), dynamic(compile_model(*graph, How::kPackage), {});
  for (int64_t kept = 0; kept <= 10; ++kept) expect_same(dynamic, geared, rows_with(12, kept, 9));
  EXPECT_EQ(taken(geared, rows_with(9, 5, 1)), (Texts{"first 5 exact 1", "second 5 exact 1"}));
  EXPECT_EQ(taken(geared, rows_with(9, 3, 1)), (Texts{"first 3 fallback -1", "second 3 exact 0"}));
  EXPECT_EQ(taken(geared, rows_with(9, 2, 1)), (Texts{"first 2 exact 0", "second 2 bounded 0"}));
  EXPECT_EQ(taken(geared, rows_with(9, 7, 1)), (Texts{"first 7 fallback -1", "second 7 bounded 2"}));
}

TEST(Scopes, GearsOfTheModelAndOfAPartGoTogether) {
  const auto graph = detector();
  Context geared(geared_model(*graph, {.gears = "N=6,20", .scopes = {kHead, "tail: from=boxes to=kept; boxes[0]=4"}}), {}),
      dynamic(compile_model(*graph, How::kPackage), {});
  for (const int64_t n : {6, 20, 7}) {
    for (const int64_t kept : {0, 1, 4, 5, 6}) {
      expect_same(dynamic, geared, rows_with(n, kept, 2));
      EXPECT_EQ(geared.last_choice().gear, n == 6 ? 0 : n == 20 ? 1 : -1);
    }
  }
  EXPECT_EQ(geared.model().scope_counts(0).exact, (std::vector<uint64_t>{3, 3, 0}));
  EXPECT_EQ(geared.model().scope_counts(1).exact, (std::vector<uint64_t>{3}));
}

/// A product of sizes that the model's gears and the part's set together.
TEST(Scopes, GearsThatTheModelsRuleOutAreLeftOutOfItsBranches) {
  const auto graph = graph_of(R"(graph @main(%x: f32[N,4]) -> (%y) given N >= 0 {
    @w = f32[4,3]{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
    %a = Relu(%x)
    %p = MatMul(%a, @w)
    %y = Neg(%p)
  })");
  const auto contents = compile_gears(*graph, {.gears = "N=2,5", .scopes = {"head: nodes=p; N=1,2,3"}});
  ASSERT_TRUE(contents.ok()) << contents.status().text();
  std::vector<size_t> branches;
  for (const Program& program : contents->programs) {
    for (const ProgramStep& step : program.steps) {
      if (is_scope_case(step)) branches.push_back(step.bodies.size());
    }
  }
  EXPECT_EQ(branches, (std::vector<size_t>{4, 2, 1}));
  Context geared(loaded(*contents), {}), dynamic(compile_model(*graph, How::kPackage), {});
  for (const int64_t n : {0, 1, 2, 3, 5, 6}) expect_same(dynamic, geared, random_inputs({{n, 4}}, 7));
  EXPECT_EQ(geared.model().scope_counts(0).exact, (std::vector<uint64_t>{1, 1, 1}));
  EXPECT_EQ(geared.model().scope_counts(0).fallback, 3U);
}

/// Each round of the loop works on one row more than the last: its body's extents are symbols of the loop's own.
std::unique_ptr<Graph> growing() {
  return graph_of(R"(graph @main(%m: i64[], %x: f32[N,3], %row: f32[1,3]) -> (%last, %sums) given N >= 0 {
    %last, %sums = Loop(%m, _, %x, %row) {gearbox.captures=1} {
      body = graph @body(%i: i64[*], %c: bool[*], %h: f32[*], %row: f32[*]) -> (%c, %next, %sum) {
        @w = f32[3,3]{0.5, -0.25, 0.125, 0.25, 0.5, -0.5, 0.125, 0.25, 0.375}
        @axes = i64[2]{0, 1}
        %p = MatMul(%h, @w)
        %q = Tanh(%p)
        %next = Concat(%q, %row) {axis=0}
        %sum = ReduceSum(%next, @axes) {keepdims=0}
      }
    }
  })");
}

std::vector<Literal> rounds(int64_t count, int64_t n) {
  return {Literal::scalar<int64_t>(count), random_tensor({n, 3}, 11), random_tensor({1, 3}, 12)};
}

TEST(Scopes, APartOfALoopChoosesAnewInEachRound) {
  const auto graph = growing();
  Context geared(geared_model(*graph, {.scopes = {"round: in=last mode=bounded; h[0]=1,3,4"}}), poisoned()),
      dynamic(compile_model(*graph, How::kPackage), {}), reference(compile_model(*graph, How::kReference), {});
  for (const int64_t n : {0, 1, 2, 4}) {
    for (const int64_t count : {0, 1, 6}) {
      expect_same(dynamic, geared, rounds(count, n));
      expect_same(reference, geared, rounds(count, n), 2e-5);
    }
  }
  EXPECT_EQ(taken(geared, rounds(6, 0)), (Texts{"round 0 bounded 0", "round 1 exact 0", "round 2 bounded 1", "round 3 exact 1",
                                                "round 4 exact 2", "round 5 fallback -1"}));
}

TEST(Scopes, APartMayHoldALoopWithAPartInside) {
  const auto graph = growing();
  const Geared nested{.scopes = {"outer: nodes=last; N=2", "inner: in=last from=h to=q; h[0]=2,3"}};
  Context geared(geared_model(*graph, nested), {}), dynamic(compile_model(*graph, How::kPackage), {});
  for (const int64_t n : {0, 2, 3}) expect_same(dynamic, geared, rounds(4, n));
  EXPECT_EQ(taken(geared, rounds(3, 2)), (Texts{"outer 2 exact 0", "inner 2 exact 0", "inner 3 exact 1", "inner 4 fallback -1"}));
}

TEST(Scopes, BranchesOfAnIfHaveParts) {
  const auto graph = graph_of(R"(graph @main(%c: bool[], %x: f32[N,2]) -> (%y) given N >= 0 {
    @w = f32[2,2]{1, 2, 3, 4}
    %y = If(%c, %x, @w) {gearbox.captures=2} {
      then_branch = graph @then(%x: f32[*], %w: f32[*]) -> (%a) { %a = MatMul(%x, %w) }
      else_branch = graph @else(%x: f32[*], %w: f32[*]) -> (%b) { %b = Neg(%x) }
    }
  })");
  Context geared(geared_model(*graph, {.scopes = {"then: in=y.then_branch; x[0]=2"}}), {}),
      dynamic(compile_model(*graph, How::kPackage), {});
  for (const int64_t n : {0, 2, 3}) {
    for (const bool condition : {true, false}) {
      std::vector<Literal> inputs = {Literal::scalar(condition)};
      inputs.push_back(random_tensor({n, 2}, 3));
      expect_same(dynamic, geared, inputs);
    }
  }
  EXPECT_EQ(geared.model().scope_counts(0).exact, (std::vector<uint64_t>{1}));
  EXPECT_EQ(geared.model().scope_counts(0).fallback, 2U);
}

TEST(Scopes, APackageHoldsWhatWasCompiled) {
  const auto graph = detector();
  const auto contents = compile_gears(*graph, {.scopes = {kHead, "tail: from=boxes to=kept; boxes[0]=4"}});
  ASSERT_TRUE(contents.ok()) << contents.status().text();
  const auto model = loaded(*contents);
  EXPECT_EQ(model->contents().scopes, contents->scopes);
  ASSERT_EQ(contents->scopes.size(), 2U);
  const GearScope& head = contents->scopes[0];
  EXPECT_EQ(head.outputs, Texts{"scores"});
  EXPECT_EQ(head.set.gears[1].outputs, (std::vector<GearInfo::Extents>{{{4, 2, 2}}}));
  EXPECT_EQ(contents->programs[static_cast<size_t>(head.set.gears[2].program)].name, "head_gear_2");
  const Program& branch = contents->programs[static_cast<size_t>(head.set.gears[1].program)];
  for (const ProgramStep& step : branch.steps) EXPECT_NE(step.op, "Shape") << "the shape arithmetic of a gear is done";
}

TEST(Scopes, DamagedTablesAreRefused) {
  const auto contents = compile_gears(*detector(), {.scopes = {kHead}});
  ASSERT_TRUE(contents.ok()) << contents.status().text();
  const auto load = [&](const std::function<void(PackageContents&, ProgramStep&)>& damage) {
    PackageContents damaged = *contents;
    for (ProgramStep& step : damaged.programs[0].steps) {
      if (is_scope_case(step)) damage(damaged, step);
    }
    return Model::load(std::move(damaged), {}).status().code();
  };
  EXPECT_EQ(load([](PackageContents&, ProgramStep&) {}), Code::kOk);
  EXPECT_EQ(load([](PackageContents& c, ProgramStep&) { c.scopes.clear(); }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents& c, ProgramStep&) { c.scopes[0].set.gears.pop_back(); }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents& c, ProgramStep&) { c.scopes[0].set.gears[0].program = 99; }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents& c, ProgramStep&) { c.scopes[0].fallback_program = 99; }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents& c, ProgramStep&) { c.scopes[0].set.table.rows[0] = c.scopes[0].set.table.rows[1]; }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents& c, ProgramStep&) { c.scopes[0].set.table.rows[0].clear(); }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents& c, ProgramStep&) { c.scopes[0].set.table.axes[0].places[0].axis = 7; }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents& c, ProgramStep&) { c.scopes[0].set.table.axes[0].places[0].input = "other"; }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents& c, ProgramStep&) { c.scopes[0].set.table.axes[0].places.clear(); }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents& c, ProgramStep&) { c.scopes[0].set.fallback = false; }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents& c, ProgramStep&) { c.scopes.push_back(c.scopes[0]); }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents&, ProgramStep& s) { s.bodies.clear(); }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents&, ProgramStep& s) { s.bodies[0].first = "gear_3"; }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents&, ProgramStep& s) { s.inputs.pop_back(); }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents&, ProgramStep& s) { s.outputs.clear(); }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents&, ProgramStep& s) { s.attributes.set("gears", int64_t{9}); }), Code::kCorrupt);
  EXPECT_EQ(load([](PackageContents&, ProgramStep& s) { s.attributes.set("scope", std::string("other")); }), Code::kCorrupt);
}

TEST(Scopes, WeightsAreHeldOnce) {
  const auto graph = detector();
  const auto size = [&](const std::string& gears) {
    const auto contents = compile_gears(*graph, {.scopes = {"head: from=boxes to=scores; boxes[0]=" + gears}});
    EXPECT_TRUE(contents.ok()) << contents.status().text();
    std::set<const void*> weights;
    size_t bytes = 0;
    for (const Program& program : contents->programs) {
      for (const ProgramValue& value : program.values) {
        if (value.storage == Storage::kConstant && weights.insert(value.constant.data()).second && value.constant.bytes() >= 128)
          bytes += value.constant.bytes();
      }
    }
    return bytes;
  };
  EXPECT_EQ(size("2"), size("2,3,4,5,6,7,8"));
}

TEST(Scopes, ThreadsAndRepetitionMakeTheSamePackage) {
  const Geared geared{.gears = "N=6,20", .scopes = {kHead, "tail: from=boxes to=kept; boxes[0]=4"}};
  Geared parallel = geared;
  parallel.threads = 4;
  const auto once = compile_gears(*detector(), geared), again = compile_gears(*detector(), geared),
             threads = compile_gears(*detector(), parallel);
  ASSERT_TRUE(once.ok() && again.ok() && threads.ok());
  EXPECT_TRUE(bytes_of(*once) == bytes_of(*again));
  EXPECT_TRUE(bytes_of(*once) == bytes_of(*threads));
}

}  // namespace
}  // namespace gearbox::testing
