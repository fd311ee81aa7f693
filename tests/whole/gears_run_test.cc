#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "whole/gears_test_support.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {
namespace {

using Way = GearChoice::Way;

std::vector<Literal> sequence(int64_t n, int64_t length, uint64_t seed) {
  return random_inputs({{n, length, 24}, {n, 1, 1, length}}, seed);
}

TEST(Gears, Acceptance072_073_TheGearOrTheDynamicProgramServesACall) {
  const auto graph = attention_block();
  Context gears(geared_model(*graph, {"N=1; L=8,16"}), {}), reference(compile_model(*graph, How::kReference), {});
  EXPECT_EQ(gears.last_choice(), GearChoice());
  struct Row {
    int64_t n, length;
    Way way;
    int32_t gear;
  };
  for (const Row& row : {Row{1, 8, Way::kExact, 0}, Row{1, 16, Way::kExact, 1}, Row{1, 9, Way::kFallback, -1},
                         Row{2, 8, Way::kFallback, -1}, Row{0, 8, Way::kFallback, -1}, Row{1, 8, Way::kExact, 0}}) {
    expect_same(reference, gears, sequence(row.n, row.length, 3), 2e-5);
    EXPECT_EQ(gears.last_choice().way, row.way);
    EXPECT_EQ(gears.last_choice().gear, row.gear);
  }
}

TEST(Gears, Acceptance074_075_076_AMalformedCallIsAnErrorNotAFallback) {
  const auto graph = graph_of("graph @main(%x: f32[N,3], %w: f32[3,2]) -> (%y) given N >= 0 { %y = MatMul(%x, %w) }");
  for (const bool fallback : {true, false}) {
    Context gears(geared_model(*graph, {.gears = "N=1,5", .fallback = fallback}), {});
    for (const auto& extents : std::vector<std::vector<std::vector<int64_t>>>{
             {{1, 3, 1}, {3, 2}}, {{3}, {3, 2}}, {{1, 3}}, {{1, 3}, {3, 2}, {1}}, {{1, 4}, {3, 2}}, {{5, 3}, {3, 7}}, {{2, 4}, {3, 2}}}) {
      const auto outputs = gears.run(views(random_inputs(extents, 1)));
      ASSERT_FALSE(outputs.ok());
      EXPECT_EQ(outputs.status().code(), Code::kInvalidArgument);
      EXPECT_EQ(outputs.status().message().find("no gear"), std::string::npos) << outputs.status().text();
    }
    EXPECT_TRUE(gears.run(views(random_inputs({{5, 3}, {3, 2}}, 1))).ok());
    const GearCounts counts = gears.model().gear_counts();
    EXPECT_EQ(counts.fallback, 0U);
    EXPECT_EQ(counts.exact, (std::vector<uint64_t>{0, 1}));
  }
}

TEST(Gears, Acceptance103_104_WithoutAFallbackOtherValuesAreRefusedWithTheNearestGear) {
  const auto graph = attention_block();
  Context gears(geared_model(*graph, {.gears = "N=1,2; L=8,16", .fallback = false}), {}),
      reference(compile_model(*graph, How::kReference), {});
  expect_same(reference, gears, sequence(2, 16, 1), 2e-5);
  const auto outputs = gears.run(views(sequence(2, 13, 1)));
  ASSERT_FALSE(outputs.ok());
  const std::string text = outputs.status().text();
  for (const char* part : {"N=2, L=13", "N=2, L=16", "N=1, L=8"}) EXPECT_NE(text.find(part), std::string::npos) << text;
  EXPECT_EQ(outputs.status().facts().front().key, "nearest");
  EXPECT_EQ(outputs.status().facts().front().value, "N=2, L=16");
  EXPECT_EQ(gears.last_choice().way, Way::kRefused);
  EXPECT_EQ(gears.model().gear_counts().refused, 1U);
}

TEST(Gears, BoundedGearsAreRightAtEveryShapeTheyCover) {
  const auto graph = attention_block();
  Context gears(geared_model(*graph, {"N=1,4; L=8,32", "bounded"}), {}), reference(compile_model(*graph, How::kReference), {});
  std::mt19937 random(4);
  for (int i = 0; i < 60; ++i) {
    const auto n = static_cast<int64_t>(i < 6 ? i : random() % 6), length = static_cast<int64_t>(1 + (i < 3 ? i : random() % 40));
    SCOPED_TRACE(std::to_string(n) + "x" + std::to_string(length));
    expect_same(reference, gears, sequence(n, length, random()), 2e-5);
    const bool covered = n <= 4 && length <= 32, exact = (n == 1 || n == 4) && (length == 8 || length == 32);
    EXPECT_EQ(gears.last_choice().way, exact ? Way::kExact : covered ? Way::kBounded : Way::kFallback);
    if (covered) {
      EXPECT_EQ(gears.last_choice().gear, (n <= 1 ? 0 : 2) + (length <= 8 ? 0 : 1));
    }
  }
}

TEST(Gears, BoundedConvolutionsAreRightAtEveryShapeTheyCover) {
  const auto graph = convolution_net();
  Context gears(geared_model(*graph, {"N=2; H=20,40; W=40", "N=exact,H=bounded,W=bounded"}), {}),
      reference(compile_model(*graph, How::kReference), {});
  std::mt19937 random(5);
  for (int i = 0; i < 40; ++i) {
    const auto n = static_cast<int64_t>(1 + random() % 2), h = static_cast<int64_t>(4 + random() % 40),
               w = static_cast<int64_t>(4 + random() % 40);
    expect_same(reference, gears, random_inputs({{n, 3, h, w}}, random()), 2e-5);
    EXPECT_EQ(gears.last_choice().way == Way::kFallback, n != 2 || h > 40 || w > 40);
  }
}

TEST(Gears, AnAxisThatNoGearSetsStaysOpen) {
  const auto graph = attention_block();
  Context gears(geared_model(*graph, {"L=8,16"}), {}), reference(compile_model(*graph, How::kReference), {});
  for (const int64_t n : {0, 1, 3}) {
    expect_same(reference, gears, sequence(n, 16, 2), 2e-5);
    EXPECT_EQ(gears.last_choice().gear, 1);
  }
  EXPECT_EQ(gears.model().gears().gears[1].outputs[0], GearInfo::Extents({-1, 16, 24}));
}

TEST(Gears, Acceptance088_AFailedGearIsTriedAgainOnTheDynamicProgramOnlyWhereThatIsAskedFor) {
  const auto graph = attention_block();
  const auto model = geared_model(*graph, {"N=1; L=8"}), alone = geared_model(*graph, {.gears = "N=1; L=8", .fallback = false});
  const StepObserver fail_in_gears = [&](const Program& program, const ProgramStep&, auto, auto, int64_t, int64_t) {
    return program.name == "attention_block" ? Status() : internal_error("a step of the gear fails");
  };
  Context plain(model, {}), retrying(model, {.retry_dynamic = true}), nowhere(alone, {.retry_dynamic = true}),
      reference(compile_model(*graph, How::kReference), {});
  for (Context* context : {&plain, &retrying, &nowhere}) context->observe(fail_in_gears);
  const auto inputs = sequence(1, 8, 3);
  EXPECT_EQ(plain.run(views(inputs)).status().message(), "a step of the gear fails");
  EXPECT_EQ(plain.last_choice().way, Way::kExact);
  EXPECT_FALSE(nowhere.run(views(inputs)).ok());
  expect_same(reference, retrying, inputs, 2e-5);
  EXPECT_EQ(retrying.last_choice().way, Way::kFallback);
  expect_same(reference, retrying, sequence(2, 5, 3), 2e-5);
  const GearCounts counts = model->gear_counts();
  EXPECT_EQ(counts.fallback, 2U);
  EXPECT_EQ(counts.retried, 1U);
  EXPECT_EQ(counts.exact[0], 0U);
  EXPECT_FALSE(retrying.run(views(random_inputs({{1, 8, 23}, {1, 1, 1, 8}}, 1))).ok());
}

TEST(Gears, Acceptance118_ExplanationsAndCountersAgreeWithWhatRan) {
  const auto graph = attention_block();
  const auto model = geared_model(*graph, {"N=1; L=8,16,32", "N=exact,L=bounded"});
  Context gears(model, {});
  const std::vector<std::pair<int64_t, int64_t>> calls = {{1, 8}, {1, 9}, {1, 16}, {1, 20}, {1, 33}, {2, 8}, {1, 9}};
  for (const auto& [n, length] : calls) {
    const auto inputs = sequence(n, length, 1);
    const DispatchReport report = model->dispatch()->explain(views(inputs));
    ASSERT_TRUE(gears.run(views(inputs)).ok());
    EXPECT_EQ(report.choice, gears.last_choice());
    ASSERT_EQ(report.candidates.size(), 4U);
    EXPECT_EQ(report.symbols, (std::vector<std::pair<std::string, int64_t>>{{"N", n}, {"L", length}}));
    for (const GearCandidate& candidate : report.candidates) EXPECT_EQ(candidate.serves, candidate.reason.empty());
    EXPECT_TRUE(report.candidates.back().serves);
    EXPECT_TRUE(report.choice.gear < 0 || report.candidates[static_cast<size_t>(report.choice.gear)].serves);
    EXPECT_TRUE(n == 1 || report.candidates[0].reason == "N is 2, the gear is for 1") << report.candidates[0].reason;
    EXPECT_TRUE(length != 33 || report.candidates[2].reason == "L is 33, the gear is for at most 32") << report.candidates[2].reason;
  }
  const GearCounts counts = model->gear_counts();
  EXPECT_EQ(counts.exact, (std::vector<uint64_t>{1, 1, 0}));
  EXPECT_EQ(counts.bounded, (std::vector<uint64_t>{0, 2, 1}));
  EXPECT_EQ(counts.fallback, 2U);
  EXPECT_EQ(counts.refused, 0U);
}

TEST(Gears, Acceptance059_AllGearsNeedTheMemoryOfTheLargest) {
  const auto graph = convolution_net();
  const auto model = geared_model(*graph, {"N=1,2; H=16,64,96; W=24,96"});
  const ContextOptions options{.touch_ahead = 1};
  Context largest(model, options), all(model, options);
  ASSERT_TRUE(largest.run(views(random_inputs({{2, 3, 96, 96}}, 1))).ok());
  const options::GearTable& table = model->gears().table;
  for (size_t row = 0; row < table.rows.size(); ++row) ASSERT_TRUE(all.run(views(inputs_of(table, row, 1))).ok());
  EXPECT_GT(largest.memory().held_bytes, 0U);
  EXPECT_LE(static_cast<double>(all.memory().held_bytes), 1.1 * static_cast<double>(largest.memory().held_bytes));
}

TEST(Gears, Acceptance107_AlternatingGearsStayRightAndDoNotGrow) {
  const auto graph = attention_block();
  Context gears(geared_model(*graph, {"N=1,2; L=4,16"}), {});
  std::vector<std::vector<Literal>> inputs, expected;
  for (const auto& [n, length] : {std::pair<int64_t, int64_t>{1, 4}, {2, 16}, {1, 16}, {1, 5}, {2, 4}}) {
    inputs.push_back(sequence(n, length, 9));
    const auto outputs = gears.run(views(inputs.back()));
    ASSERT_TRUE(outputs.ok());
    expected.push_back({copy((*outputs)[0])});
  }
  const size_t held = gears.memory().held_bytes, plans = gears.memory().plans;
  for (int i = 0; i < 1000; ++i) {
    const size_t at = static_cast<size_t>(i * i + 3 * i) % inputs.size();
    const auto outputs = gears.run(views(inputs[at]));
    ASSERT_TRUE(outputs.ok());
    ASSERT_EQ(distance(view(expected[at][0]), (*outputs)[0]), 0) << i;
  }
  EXPECT_EQ(gears.memory().held_bytes, held);
  EXPECT_EQ(gears.memory().plans, plans);
}

TEST(Gears, Acceptance086_109_ThreadsWithDifferentGearsDoNotDisturbEachOther) {
  constexpr int kThreads = 8, kRuns = 1250;
  const auto graph = attention_block();
  const auto model = geared_model(*graph, {"N=1,2; L=4,16", "N=exact,L=bounded"});
  std::vector<std::vector<Literal>> inputs;
  std::vector<Literal> expected;
  Context alone(model, {});
  for (const auto& [n, length] : {std::pair<int64_t, int64_t>{1, 4}, {2, 16}, {1, 16}, {1, 5}, {2, 4}, {3, 4}, {1, 17}}) {
    inputs.push_back(sequence(n, length, 9));
    const auto outputs = alone.run(views(inputs.back()));
    ASSERT_TRUE(outputs.ok());
    expected.push_back(copy((*outputs)[0]));
  }
  std::atomic<int> wrong{0}, grown{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Context context(model, {});
      size_t held = 0;
      for (int i = 0; i < kRuns; ++i) {
        const size_t at = static_cast<size_t>(i * (t + 1) + t) % inputs.size();
        const auto outputs = context.run(views(inputs[at]));
        if (!outputs.ok() || distance(view(expected[at]), (*outputs)[0]) > 1e-6) ++wrong;
        if (i == kRuns / 5) held = context.memory().held_bytes;
      }
      if (context.memory().held_bytes != held) ++grown;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(grown, 0);
  const GearCounts counts = model->gear_counts();
  uint64_t all = counts.fallback;
  for (size_t gear = 0; gear < counts.exact.size(); ++gear) all += counts.exact[gear] + counts.bounded[gear];
  EXPECT_EQ(all, kThreads * kRuns + inputs.size());
}

TEST(Gears, AContextMayRunWithoutThem) {
  const auto graph = attention_block();
  const ContextOptions without{.gears = false};
  Context gears(geared_model(*graph, {"N=1; L=4,16"}), {}), dynamic(geared_model(*graph, {"N=1; L=4,16"}), without);
  expect_same(dynamic, gears, sequence(1, 16, 2));
  EXPECT_EQ(gears.last_choice().way, Way::kExact);
  EXPECT_EQ(dynamic.last_choice().way, Way::kFallback);
  Context nothing(geared_model(*graph, {.gears = "N=1; L=4,16", .fallback = false}), without);
  const auto refused = nothing.run(views(sequence(1, 16, 2)));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.status().text().find("gears alone"), std::string::npos) << refused.status().text();
}

TEST(Gears, PartsThatLieOutsideTheirWholeAreRefused) {
  const auto graph = graph_of(R"(graph @main(%x: f32[N,32]) -> (%y) given N >= 0 {
    %a = Softmax(%x)
    %p, %q = Split(%a) {axis=1, num_outputs=2}
    %s = Softmax(%q)
    %y = Mul(%p, %s)
  })");
  auto contents = compile_gears(*graph, {"N=1,2"});
  ASSERT_TRUE(contents.ok());
  Program& program = contents->programs[static_cast<size_t>(contents->gears.gears[0].program)];
  const auto part = std::ranges::find_if(program.values, [](const ProgramValue& value) { return value.alias_offset > 0; });
  ASSERT_NE(part, program.values.end());
  EXPECT_EQ(part->alias_offset, 64);
  const auto error_at = [&](int64_t offset) {
    part->alias_offset = offset;
    const auto model = Model::load(PackageContents(*contents), {});
    if (!model.ok()) return model.status().text();
    Context context(*model, {});
    const auto outputs = context.run(views(random_inputs({{1, 32}}, 1)));
    return outputs.ok() ? std::string() : outputs.status().text();
  };
  EXPECT_EQ(error_at(64), "");
  for (const int64_t offset : {int64_t{-64}, int64_t{68}, int64_t{1} << 40, INT64_MAX}) EXPECT_NE(error_at(offset), "") << offset;
}

TEST(Gears, DamagedGearTablesAreRefused) {
  const auto contents = compile_gears(*attention_block(), {"N=1,2; L=4"});
  const auto alone = compile_gears(*attention_block(), {.gears = "N=1,2; L=4", .fallback = false});
  ASSERT_TRUE(contents.ok() && alone.ok());
  const auto refused = [&](void (*damage)(PackageContents&), bool fallback = true) {
    PackageContents damaged = fallback ? *contents : *alone;
    damage(damaged);
    return Model::load(std::move(damaged), {}).status().code();
  };
  EXPECT_EQ(refused([](PackageContents&) {}), Code::kOk);
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.gears[0].program = 99; }), Code::kCorrupt);
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.gears[0].program = -1; }), Code::kCorrupt);
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.gears[0].program = 0; }), Code::kOk) << "the dynamic program serves it";
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.gears[0].program = 0; }, false), Code::kCorrupt);
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.table.rows[0] = {1}; }), Code::kCorrupt);
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.table.rows[0] = {-1, 4}; }), Code::kCorrupt);
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.table.rows[0] = c.gears.table.rows[1]; }), Code::kCorrupt);
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.table.axes[0].places[0].input = "nobody"; }), Code::kCorrupt);
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.table.axes[0].places[0].axis = 7; }), Code::kCorrupt);
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.table.axes[0].places.clear(); }), Code::kCorrupt);
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.gears.pop_back(); }), Code::kCorrupt);
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.gears[1].outputs.clear(); }), Code::kCorrupt);
  EXPECT_EQ(refused([](PackageContents& c) { c.gears.fallback = false; }), Code::kCorrupt);
}

}  // namespace
}  // namespace gearbox::testing
