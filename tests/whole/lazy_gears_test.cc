#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "package/gear_maker.h"
#include "package/writer.h"
#include "whole/gears_test_support.h"
#include "whole/small_models_test_support.h"

// Gears that are made while the model serves calls (--lazy-gears): against the same gears made at once.
namespace gearbox::testing {
namespace {

using Way = GearChoice::Way;

/// Makes gears by another maker, counts them, and may be held up or fail.
class WatchedMaker final : public GearMaker {
 public:
  explicit WatchedMaker(std::shared_ptr<const GearMaker> maker) : maker_(std::move(maker)) {}

  Result<PackageContents> make(size_t row) const override {
    {
      std::unique_lock lock(mutex_);
      ++begun_[row];
      changed_.notify_all();
      changed_.wait(lock, [this] { return open_; });
    }
    if (const auto failure = failures_.find(row); failure != failures_.end()) return failure->second;
    return maker_->make(row);
  }

  void fail(size_t row, Status status) { failures_.emplace(row, std::move(status)); }
  void hold() { set_open(false); }
  void let_go() { set_open(true); }
  /// Returns once a gear has been begun.
  void wait_for_begin(size_t row) const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return begun_.contains(row); });
  }
  std::map<size_t, int> begun() const {
    const std::lock_guard lock(mutex_);
    return begun_;
  }

 private:
  void set_open(bool open) {
    const std::lock_guard lock(mutex_);
    open_ = open;
    changed_.notify_all();
  }
  const std::shared_ptr<const GearMaker> maker_;
  std::map<size_t, Status> failures_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable std::map<size_t, int> begun_;
  bool open_ = true;
};

/// A model with lazy gears, and their maker.
struct Lazy {
  std::shared_ptr<WatchedMaker> maker;
  std::shared_ptr<const Model> model;
};

Lazy lazy(const Graph& graph, Geared geared, int threads = 1) {
  geared.lazy = true;
  auto contents = compile_gears(graph, geared);
  EXPECT_TRUE(contents.ok()) << contents.status().text();
  if (!contents.ok()) return {};
  Lazy out{std::make_shared<WatchedMaker>(contents->gear_maker), nullptr};
  contents->gear_maker = out.maker;
  auto model = Model::load(std::move(contents).value(), {.threads = threads});
  EXPECT_TRUE(model.ok()) << model.status().text();
  if (model.ok()) out.model = std::move(model).value();
  return out;
}

TEST(LazyGears, OnlyTheDynamicProgramIsCompiledAtFirst) {
  for (const GearSample& sample : kGearSamples) {
    const auto graph = sample.graph();
    const auto made = compile_gears(*graph, {sample.gears}), plain = compile_gears(*graph, {}),
               late = compile_gears(*graph, {.gears = sample.gears, .lazy = true});
    ASSERT_TRUE(made.ok() && plain.ok() && late.ok());
    EXPECT_EQ(late->programs.size(), plain->programs.size());
    EXPECT_EQ(late->code, plain->code);
    EXPECT_EQ(late->gears.table, made->gears.table);
    for (size_t row = 0; row < made->gears.gears.size(); ++row) {
      EXPECT_EQ(late->gears.gears[row].program, -1);
      EXPECT_EQ(late->gears.gears[row].outputs, made->gears.gears[row].outputs);
    }
  }
}

TEST(LazyGears, AGearIsTheProgramThatItIsWhenMadeAtOnce) {
  for (const GearSample& sample : kGearSamples) {
    const auto graph = sample.graph();
    const auto at_once = compile_gears(*graph, {sample.gears}), late = compile_gears(*graph, {.gears = sample.gears, .lazy = true});
    ASSERT_TRUE(at_once.ok() && late.ok());
    for (size_t row = 0; row < at_once->gears.gears.size(); ++row) {
      const Program& expected = at_once->programs[static_cast<size_t>(at_once->gears.gears[row].program)];
      const auto made = late->gear_maker->make(row);
      ASSERT_TRUE(made.ok()) << made.status().text();
      const Program& given = made->programs[0];
      EXPECT_EQ(given.name, graph->name() + "_gear_" + std::to_string(row));
      ASSERT_EQ(given.steps.size(), expected.steps.size());
      for (size_t s = 0; s < given.steps.size(); ++s) {
        EXPECT_EQ(given.steps[s].node, expected.steps[s].node);
        EXPECT_EQ(given.steps[s].op, expected.steps[s].op);
        EXPECT_EQ(given.steps[s].inputs, expected.steps[s].inputs);
      }
    }
  }
}

TEST(LazyGears, WeightsAreThoseOfTheDynamicProgram) {
  const auto late = compile_gears(*attention_block(), {.gears = "N=1,2; L=8", .lazy = true});
  ASSERT_TRUE(late.ok());
  std::set<const void*> weights;
  for (const Program& program : late->programs) {
    for (const ProgramValue& value : program.values) weights.insert(value.storage == Storage::kConstant ? value.constant.data() : nullptr);
  }
  const auto gear = late->gear_maker->make(1);
  ASSERT_TRUE(gear.ok());
  for (const ProgramValue& value : gear->programs[0].values) {
    if (value.storage != Storage::kConstant || value.constant.bytes() <= 64) continue;
    EXPECT_TRUE(weights.contains(value.constant.data())) << value.name;
  }
}

TEST(LazyGears, Acceptance193_TheFirstCallFallsBackAndLaterOnesGiveWhatGearsMadeAtOnceGive) {
  for (const GearSample& sample : kGearSamples) {
    SCOPED_TRACE(sample.name);
    const auto graph = sample.graph();
    const Lazy late = lazy(*graph, {sample.gears});
    Context gears(geared_model(*graph, {sample.gears}), {}), given(late.model, {}), dynamic(late.model, {.gears = false});
    const size_t count = late.model->gears().gears.size();
    for (size_t row = 0; row < count; ++row) {
      const std::vector<Literal> inputs = inputs_of(late.model->gears().table, row, row);
      EXPECT_EQ(late.model->gear_state(row), GearState::kNotMade);
      expect_same(gears, given, inputs);
      EXPECT_EQ(given.last_choice(), (GearChoice{Way::kFallback, -1, 0}));
      late.model->late_gears()->wait();
      EXPECT_EQ(late.model->gear_state(row), GearState::kMade);
      expect_same(gears, given, inputs);
      EXPECT_EQ(given.last_choice().way, Way::kExact);
      EXPECT_EQ(given.last_choice().gear, static_cast<int32_t>(row));
      expect_same(dynamic, given, inputs);
    }
    for (size_t row = count; row-- > 0;) expect_same(gears, given, inputs_of(late.model->gears().table, row, row + 9));
    const GearCounts counts = late.model->gear_counts();
    EXPECT_EQ(counts.exact, std::vector<uint64_t>(count, 3));
    EXPECT_EQ(counts.fallback, 2 * count);
    EXPECT_EQ(late.maker->begun().size(), count);
  }
}

TEST(LazyGears, CallsThatNoGearServesAskForNone) {
  const auto graph = perceptron();
  const Lazy late = lazy(*graph, {"N=1,2,7"});
  Context given(late.model, {}), without(late.model, {.gears = false}), reference(compile_model(*graph, How::kReference), {});
  for (const int64_t n : {0, 3, 8}) expect_same(reference, given, random_inputs({{n, 4}}, 1));
  expect_same(reference, without, random_inputs({{7, 4}}, 1));
  late.model->late_gears()->wait();
  EXPECT_TRUE(late.maker->begun().empty());
  EXPECT_FALSE(given.run(views(random_inputs({{7, 5}}, 1))).ok());  // of a gear's values, but wrong in itself
  late.model->late_gears()->wait();
  EXPECT_FALSE(given.run(views(random_inputs({{7, 5}}, 1))).ok());
  expect_same(reference, given, random_inputs({{7, 4}}, 1));
}

TEST(LazyGears, BoundedGearsAreRightAtEveryShapeBeforeAndBehind) {
  const auto graph = attention_block();
  const Geared geared = {"N=1,4; L=8,32", "bounded"};
  const Lazy late = lazy(*graph, geared);
  Context at_once(geared_model(*graph, geared), {}), given(late.model, {});
  std::mt19937 random(4);
  for (int i = 0; i < 80; ++i) {
    const auto n = static_cast<int64_t>(random() % 6), length = static_cast<int64_t>(1 + random() % 40);
    const auto inputs = random_inputs({{n, length, 24}, {n, 1, 1, length}}, random());
    expect_same(at_once, given, inputs);
    if (given.last_choice().way == Way::kFallback && at_once.last_choice().way != Way::kFallback) late.model->late_gears()->wait();
    expect_same(at_once, given, inputs);
    EXPECT_EQ(given.last_choice().way, at_once.last_choice().way);
    EXPECT_EQ(given.last_choice().gear, at_once.last_choice().gear);
  }
  for (const auto& [row, times] : late.maker->begun()) EXPECT_EQ(times, 1) << row;
}

TEST(LazyGears, ACallIsNotHeldUpByTheGearItAskedFor) {
  const auto graph = perceptron();
  const Lazy late = lazy(*graph, {"N=1,2,7"});
  late.maker->hold();
  Context given(late.model, {}), reference(compile_model(*graph, How::kReference), {});
  for (int i = 0; i < 3; ++i) {
    for (const int64_t n : {2, 7}) expect_same(reference, given, random_inputs({{n, 4}}, 1));
  }
  late.maker->wait_for_begin(1);
  EXPECT_EQ(late.model->gear_state(0), GearState::kNotMade);
  EXPECT_EQ(late.model->gear_state(1), GearState::kBeingMade);
  EXPECT_EQ(late.model->gear_state(2), GearState::kBeingMade);
  EXPECT_EQ(late.model->gear_counts().fallback, 6U);
  late.maker->let_go();
  late.model->late_gears()->wait();
  for (const int64_t n : {2, 7}) expect_same(reference, given, random_inputs({{n, 4}}, 1));
  EXPECT_EQ(late.model->gear_counts().exact, (std::vector<uint64_t>{0, 1, 1}));
}

TEST(LazyGears, AGearThatCannotBeMadeLeavesItsCallsToTheDynamicProgram) {
  const auto graph = perceptron();
  const Lazy late = lazy(*graph, {"N=1,2,7"});
  late.maker->fail(1, unsupported("node 's': the test says no"));
  Context given(late.model, {}), reference(compile_model(*graph, How::kReference), {});
  for (int round = 0; round < 3; ++round) {
    for (const int64_t n : {1, 2, 7}) expect_same(reference, given, random_inputs({{n, 4}}, 1));
    late.model->late_gears()->wait();
  }
  EXPECT_EQ(late.model->gear_state(1), GearState::kFailed);
  EXPECT_EQ(late.model->late_gears()->failure(1)->message(), "node 's': the test says no");
  EXPECT_EQ(late.model->late_gears()->failure(0), nullptr);
  EXPECT_EQ(late.maker->begun(), (std::map<size_t, int>{{0, 1}, {1, 1}, {2, 1}}));
  EXPECT_EQ(late.model->gear_counts().exact, (std::vector<uint64_t>{2, 0, 2}));
  EXPECT_EQ(late.model->gear_counts().fallback, 5U);
}

TEST(LazyGears, AGearThatTheModelCannotTakeFailsAloneWithItsNode) {
  const auto graph = graph_of(R"(graph @main(%x: f32[1,1,H,W]) -> (%y) given H >= 0, W >= 0 {
    @w = f32[1,1,5,5]{0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0}
    %y = Conv(%x, @w) named "deep"
  })");
  const Lazy late = lazy(*graph, {"H=8,3; W=8"});
  late.model->late_gears()->ask(0);
  late.model->late_gears()->ask(1);
  late.model->late_gears()->wait();
  EXPECT_EQ(late.model->gear_state(0), GearState::kMade);
  ASSERT_EQ(late.model->gear_state(1), GearState::kFailed);
  const std::string text = late.model->late_gears()->failure(1)->text();
  for (const char* part : {"gear 1 (H=3, W=8)", "'deep'"}) EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(LazyGears, AProgramThatDoesNotFitTheModelIsNotTaken) {
  class OtherModel final : public GearMaker {
   public:
    Result<PackageContents> make(size_t) const override { return compile_gears(*attention_block(), {}); }
  };
  auto contents = compile_gears(*perceptron(), {.gears = "N=1,2", .lazy = true});
  ASSERT_TRUE(contents.ok());
  contents->gear_maker = std::make_shared<OtherModel>();
  const auto model = Model::load(std::move(contents).value(), {});
  ASSERT_TRUE(model.ok());
  (*model)->late_gears()->ask(0);
  (*model)->late_gears()->wait();
  EXPECT_EQ((*model)->gear_state(0), GearState::kFailed);
}

TEST(LazyGears, Acceptance178_EightThreadsThatAskTogetherHaveEachGearMadeOnce) {
  constexpr int kThreads = 8, kRounds = 60;
  const auto graph = attention_block();
  const Lazy late = lazy(*graph, {"N=1,2; L=4,8"}, 2);
  const options::GearTable& table = late.model->gears().table;
  std::vector<std::vector<Literal>> inputs;
  std::vector<Literal> expected;
  Context reference(compile_model(*graph, How::kReference), {});
  for (size_t row = 0; row < table.rows.size(); ++row) {
    inputs.push_back(inputs_of(table, row, row));
    expected.push_back(copy(reference.run(views(inputs.back()))->front()));
  }
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Context context(late.model, {});
      for (int i = 0; i < kRounds; ++i) {
        if (i == kRounds / 2) late.model->late_gears()->wait();
        const size_t row = static_cast<size_t>(i + t / 4) % table.rows.size();
        const auto outputs = context.run(views(inputs[row]));
        const bool hit = context.last_choice().way == Way::kExact;
        if (!outputs.ok() || distance(view(expected[row]), outputs->front()) > 2e-5 || (i >= kRounds / 2 && !hit)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(late.maker->begun(), (std::map<size_t, int>{{0, 1}, {1, 1}, {2, 1}, {3, 1}}));
  const GearCounts counts = late.model->gear_counts();
  uint64_t all = counts.fallback;
  for (const uint64_t exact : counts.exact) all += exact;
  EXPECT_EQ(all, static_cast<uint64_t>(kThreads * kRounds));
}

TEST(LazyGears, AModelMayGoWhileItsGearsAreBeingMade) {
  const auto graph = attention_block();
  for (int round = 0; round < 6; ++round) {
    Lazy late = lazy(*graph, {"N=1,2; L=4,8,16"});
    auto context = std::make_unique<Context>(late.model, ContextOptions{});
    for (size_t row = 0; row < 6; ++row) ASSERT_TRUE(context->run(views(inputs_of(late.model->gears().table, row, row))).ok());
    if (round % 2 == 0) late.maker->wait_for_begin(0);
    if (round == 4) late.model->late_gears()->wait();
    context.reset();
    late.model.reset();  // what has not been begun is not made
    const size_t begun = late.maker->begun().size();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_EQ(late.maker->begun().size(), begun);
  }
}

TEST(LazyGears, AContextKeepsTheGearsItRuns) {
  const auto graph = attention_block();
  Lazy late = lazy(*graph, {"N=1; L=8"});
  Context given(late.model, {.poison = true}), reference(compile_model(*graph, How::kReference), {});
  const auto inputs = inputs_of(late.model->gears().table, 0, 1);
  expect_same(reference, given, inputs, 2e-5);
  late.model->late_gears()->wait();
  late.model.reset();
  for (int i = 0; i < 3; ++i) {
    expect_same(reference, given, inputs, 2e-5);
    expect_same(reference, given, random_inputs({{3, 20, 24}, {3, 1, 1, 20}}, 5), 2e-5);
  }
  EXPECT_EQ(given.model().gear_counts().exact[0], 3U);
}

TEST(LazyGears, AProcessMayEndWhileAGearIsBeingMade) {
  const auto graph = attention_block();
  EXPECT_EXIT(
      {
        static Lazy kept;  // never freed before the end
        kept = lazy(*graph, {"N=1,2; L=4,8,16"});
        for (size_t row = 0; row < 6; ++row) kept.model->late_gears()->ask(row);
        kept.maker->wait_for_begin(0);
        static const auto* const held = new std::shared_ptr<const Model>(kept.model);  // nor at the end
        EXPECT_NE(*held, nullptr);
        std::exit(7);
      },
      ::testing::ExitedWithCode(7), "");
}

TEST(LazyGears, PartsOfTheModelHaveTheirGearsAtOnceAndInEveryLateGear) {
  const auto graph = graph_of(R"(graph @main(%x: f32[N,M]) -> (%y) given N >= 0, M >= 0 {
    %at = NonZero(%x)
    %a = Cast(%at) {to=1}
    %b = Relu(%a)
    %y = Neg(%b)
  })");
  const Geared geared = {.gears = "N=3,5; M=4", .scopes = {"part: from=at to=b; at[1]=1,2,12,20"}};
  const Lazy late = lazy(*graph, geared);
  Context at_once(geared_model(*graph, geared), {}), given(late.model, {});
  for (const bool made : {false, true}) {
    for (const int64_t n : {3, 5, 6}) {
      expect_same(at_once, given, random_inputs({{n, 4}}, 3), 0);
      EXPECT_EQ(given.last_choice().way == Way::kExact, made && n != 6);
    }
    late.model->late_gears()->wait();
  }
  EXPECT_EQ(late.model->scope_counts(0).exact, at_once.model().scope_counts(0).exact);
  EXPECT_EQ(late.model->scope_counts(0).exact[2], 2U);
}

TEST(LazyGears, LiveInMemoryOnly) {
  const auto contents = compile_gears(*perceptron(), {.gears = "N=1,2", .lazy = true});
  ASSERT_TRUE(contents.ok());
  const Status refused = write_package(*contents, ::testing::TempDir() + "/lazy.gbx");
  EXPECT_EQ(refused.code(), Code::kInvalidArgument);
  EXPECT_NE(refused.message().find("lazy"), std::string::npos) << refused.text();
  EXPECT_NE(access((::testing::TempDir() + "/lazy.gbx.partial").c_str(), F_OK), 0);
  EXPECT_FALSE(package_bytes(*contents).ok());
  PackageContents without = *contents;
  without.gear_maker = nullptr;
  EXPECT_EQ(Model::load(std::move(without), {}).status().code(), Code::kCorrupt);
  PackageContents alone = *contents;
  alone.gears.fallback = false;
  alone.programs[0].steps.clear();
  EXPECT_EQ(Model::load(std::move(alone), {}).status().code(), Code::kCorrupt);
}

}  // namespace
}  // namespace gearbox::testing
