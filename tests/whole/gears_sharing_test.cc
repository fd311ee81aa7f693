#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "whole/gears_test_support.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {
namespace {

const Program& program_of(const PackageContents& contents, size_t gear) {
  return contents.programs[static_cast<size_t>(contents.gears.gears[gear].program)];
}

/// Where constants of that many bytes lie.
std::set<const void*> places_of_constants(const PackageContents& contents, size_t bytes) {
  std::set<const void*> out;
  for (const Program& program : contents.programs) {
    for (const ProgramValue& value : program.values) {
      if (value.storage == Storage::kConstant && value.constant.bytes() == bytes) out.insert(value.constant.data());
    }
  }
  return out;
}

/// Each column of x[N,L] times its number, which comes from a table.
std::unique_ptr<Graph> scaled_by_position() {
  return graph_of(R"(graph @main(%x: f32[N,L]) -> (%y) given N >= 0, L >= 0 {
    @positions = f32[16]{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
    @zero = i64[1]{0}
    @one = i64[1]{1}
    %s = Shape(%x)
    %l = Gather(%s, @one)
    %p = Slice(@positions, @zero, %l)
    %y = Mul(%x, %p)
  })");
}

TEST(Gears, Acceptance048_AConstantThatComesOutTheSameInEveryBranchIsStoredOnce) {
  const auto graph = scaled_by_position();
  constexpr size_t kBytes = 9 * sizeof(float);
  const auto contents = compile_gears(*graph, {"N=1,2,3,5; L=9"});
  ASSERT_TRUE(contents.ok()) << contents.status().text();
  EXPECT_EQ(places_of_constants(*contents, kBytes).size(), 4U) << "each branch computes it for itself";
  const auto model = loaded(*contents);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(places_of_constants(model->contents(), kBytes).size(), 1U);
  Context gears(model, {}), reference(compile_model(*graph, How::kReference), {});
  for (const int64_t n : {1, 2, 3, 5}) expect_same(reference, gears, random_inputs({{n, 9}}, 1));
}

TEST(Gears, EqualProgramsAreThereOnce) {
  const auto programs = [](const char* gears, const char* mode, bool fallback) {
    const auto contents = compile_gears(*perceptron(), {.gears = gears, .mode = mode, .fallback = fallback});
    std::vector<int32_t> out;
    if (contents.ok()) std::ranges::transform(contents->gears.gears, std::back_inserter(out), &GearInfo::program);
    return out;
  };
  EXPECT_EQ(programs("N=4,16", "bounded", true), (std::vector<int32_t>{0, 0})) << "they are the dynamic program";
  EXPECT_EQ(programs("N=4,16", "bounded", false), (std::vector<int32_t>{1, 1}));
  EXPECT_EQ(programs("N=4,16", "exact", true), (std::vector<int32_t>{1, 2}));
  Context gears(geared_model(*perceptron(), {.gears = "N=4,16", .mode = "bounded"}), {});
  Context reference(compile_model(*perceptron(), How::kReference), {});
  for (const int64_t n : {0, 1, 4, 7, 16, 17}) {
    expect_same(reference, gears, random_inputs({{n, 4}}, 1));
    EXPECT_EQ(gears.last_choice().gear, n <= 4 ? 0 : n <= 16 ? 1 : -1) << n;
  }
  std::string many = "N=1,0,4";
  for (int n = 5; n < 30; ++n) many += "," + std::to_string(n);
  for (const std::string& rows : {std::string("N=1,0,4"), many}) {
    Context zero(geared_model(*perceptron(), {.gears = rows, .mode = "bounded"}), {});
    for (const auto& [n, gear] : std::map<int64_t, int32_t>{{0, 1}, {1, 0}, {2, 2}, {4, 2}, {99, -1}}) {
      expect_same(reference, zero, random_inputs({{n, 4}}, 1));
      EXPECT_EQ(zero.last_choice().gear, gear) << n;
      EXPECT_EQ(zero.last_choice().way == GearChoice::Way::kExact, n != 2 && n != 99) << n;
    }
  }
}

TEST(Gears, Acceptance057_ANodeForItsEffectAloneRunsOncePerCall) {
  const auto graph = graph_of(R"(graph @main(%x: f32[N,4]) -> (%y) given N >= 0 {
    %seen = Softmax(%x) {axis=1} named "effect"
    %y = LogSoftmax(%x) {axis=1} named "work" after "effect"
  })");
  Context gears(geared_model(*graph, {"N=1,2"}), {});
  std::vector<std::string> ran;
  gears.observe([&](const Program&, const ProgramStep& step, auto, auto, int64_t, int64_t) {
    ran.push_back(step.node);
    return Status();
  });
  for (const int64_t n : {1, 2, 3, 0}) {
    ran.clear();
    ASSERT_TRUE(gears.run(views(random_inputs({{n, 4}}, 1))).ok());
    EXPECT_EQ(ran, (std::vector<std::string>{"effect", "work"})) << n;
  }
}

TEST(Gears, Acceptance058_ACastBehindAnInputRunsOncePerCallAndItsCodeExistsOnce) {
  const auto graph = graph_of(R"(graph @main(%x: i32[N,8], %w: f32[8,3]) -> (%y) given N >= 0 {
    %f = Cast(%x) {to=1}
    %y = MatMul(%f, %w)
  })");
  const auto contents = compile_gears(*graph, {"N=1,2,3"});
  ASSERT_TRUE(contents.ok()) << contents.status().text();
  EXPECT_EQ(contents->fused_loops(), 1U);
  std::set<int32_t> codes;
  for (const Program& program : contents->programs) codes.insert(program.steps.front().code);
  EXPECT_EQ(codes, std::set<int32_t>({0}));
  Context gears(loaded(*contents), {});
  int casts = 0;
  gears.observe([&](const Program&, const ProgramStep& step, auto, auto, int64_t, int64_t) {
    casts += step.code == 0 ? 1 : 0;
    return Status();
  });
  for (const int64_t n : {1, 2, 3, 4}) {
    casts = 0;
    std::vector<Literal> inputs = {Literal::of<int32_t>({n, 8}, std::vector<int32_t>(static_cast<size_t>(8 * n), 2)),
                                   random_tensor({8, 3}, 1)};
    ASSERT_TRUE(gears.run(views(inputs)).ok());
    EXPECT_EQ(casts, 1) << n;
  }
}

/// Lets a thread that works on a gear go on once another does so too, or after too long a time.
class Meeting final : public LogSink {
 public:
  bool wants(std::string_view) const override {
    std::unique_lock lock(mutex_);
    threads_.insert(std::this_thread::get_id());
    arrived_.notify_all();
    arrived_.wait_for(lock, std::chrono::seconds(20), [&] { return threads_.size() > 1; });
    return false;
  }
  void line(std::string_view, std::string_view) override {}
  size_t threads() const {
    const std::lock_guard lock(mutex_);
    return threads_.size();
  }

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable arrived_;
  mutable std::set<std::thread::id> threads_;
};

TEST(Gears, Acceptance077_GearsAreMadeAtTheSameTimeAndWhatTheyShareIsMadeOnce) {
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  const auto graph = scaled_by_position();
  Meeting meeting;
  CompileOptions options;
  ASSERT_TRUE(optimise(*graph, ops, kernels, options).ok());  // once, whatever follows
  options.gears = {gear_table(*graph, {"N=1,2; L=9"}), true, 2};
  options.log = Logger(&meeting);
  ASSERT_TRUE(make_gears(*graph, {}, ops, kernels, options).ok());
  EXPECT_EQ(meeting.threads(), 2U);
  const auto dynamic = compile_gears(*scaled_by_position(), {}), hybrid = compile_gears(*scaled_by_position(), {"N=1,2,3,4,5,6; L=9,8"});
  ASSERT_TRUE(dynamic.ok() && hybrid.ok());
  EXPECT_EQ(dynamic->fused_loops(), 1U);
  EXPECT_EQ(hybrid->fused_loops(), 1U);
}

TEST(Gears, Acceptance079_GearsLeaveTheDynamicProgramAsItIsWithoutThem) {
  for (const GearSample& sample : kGearSamples) {
    SCOPED_TRACE(sample.name);
    const auto graph = sample.graph();
    const auto plain = compile_gears(*graph, {}), hybrid = compile_gears(*graph, {sample.gears});
    ASSERT_TRUE(plain.ok() && hybrid.ok());
    PackageContents alone, among;
    alone.programs = plain->programs;
    among.programs.assign(hybrid->programs.begin(), hybrid->programs.begin() + static_cast<std::ptrdiff_t>(plain->programs.size()));
    EXPECT_EQ(bytes_of(alone), bytes_of(among));
    EXPECT_NE(bytes_of(*plain), bytes_of(*hybrid));
  }
}

TEST(Gears, Acceptance146_InABranchOnlyWhatFollowsFromDataStaysDynamic) {
  const auto graph = graph_of(R"(graph @main(%x: f32[N,M]) -> (%y, %chosen) given N >= 0, M >= 0 {
    @axis = i64[1]{1}
    %soft = Softmax(%x) {axis=1}
    %y = LogSoftmax(%soft) {axis=0}
    %where = NonZero(%soft)
    %chosen = Transpose(%where) {perm=[1,0]}
  })");
  const auto contents = compile_gears(*graph, {"N=2,3; M=4"});
  ASSERT_TRUE(contents.ok()) << contents.status().text();
  for (size_t gear = 0; gear < 2; ++gear) {
    const Program& program = program_of(*contents, gear);
    std::set<int32_t> constant;
    for (const DimInstruction& instruction : program.dims.code) {
      if (instruction.op == DimInstruction::Op::kConstant) constant.insert(instruction.target);
    }
    for (const ProgramStep& step : program.steps) {
      const bool behind = step.op == "NonZero" || step.op == "Transpose";
      bool known = true;
      for (const int32_t v : step.outputs) {
        for (const int32_t slot : program.values[static_cast<size_t>(v)].dims) known = known && constant.contains(slot);
      }
      EXPECT_EQ(known, !behind) << step.op;
      EXPECT_EQ(step.late.empty(), step.op != "NonZero") << step.op;
    }
  }
  Context gears(loaded(*contents), {}), reference(compile_model(*graph, How::kReference), {});
  for (const int64_t n : {2, 3, 5}) expect_same(reference, gears, random_inputs({{n, 4}}, 7));
}

}  // namespace
}  // namespace gearbox::testing
