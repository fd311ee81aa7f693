#include <array>
#include <cstdlib>
#include <thread>

#include "api/gears_test_support.h"

// Gears that are made while the model serves calls.
namespace gearbox::testing {
namespace {

Model lazy_rows(const std::string& batches) {
  return load("rows", {.input_shape = "x:-1,3", .dynamic_batch_size = batches, .lazy_gears = true});
}

TEST(LazyGears, Acceptance193_ACallAsksForItsGearAndLaterOnesRunOnIt) {
  const Model model = lazy_rows("1,8,4");
  RowsCall call(model);
  Context context(model);
  for (const int64_t batch : {4, 8}) {
    const size_t gear = batch == 4 ? 2 : 1;
    EXPECT_EQ(model.gear_state(gear), (std::pair<gbx_gear_state, std::string>(GBX_GEAR_NOT_MADE, "")));
    call.dataset.set_batch_size(batch);
    EXPECT_EQ(call.dataset.output_dims(0), (Dims{batch, 3}));
    context.run(call.dataset);
    EXPECT_TRUE(call.right(batch));
    EXPECT_EQ(call.dataset.served_by(), std::pair(GBX_WAY_FALLBACK, SIZE_MAX));
    model.wait_for_gears();
    EXPECT_EQ(model.gear_state(gear).first, GBX_GEAR_MADE);
    EXPECT_EQ(call.dataset.output_dims(0), (Dims{batch, 3}));
    context.run(call.dataset);
    EXPECT_TRUE(call.right(batch));
    EXPECT_EQ(call.dataset.served_by(), std::pair(GBX_WAY_EXACT, gear));
  }
  EXPECT_EQ(model.gear_state(0).first, GBX_GEAR_NOT_MADE);
  EXPECT_EQ(model.gear_counts().exact, 2U);
  EXPECT_EQ(model.gear_counts().fallback, 2U);
  EXPECT_EQ(model.gear_output_dims(0, 0), (Dims{1, 3}));
}

TEST(LazyGears, MayBeAskedForAhead) {
  const Model model = lazy_rows("1,8,4");
  model.ask_gear(1);
  model.ask_gear(1);
  model.wait_for_gears();
  EXPECT_EQ(model.gear_state(0).first, GBX_GEAR_NOT_MADE);
  EXPECT_EQ(model.gear_state(1).first, GBX_GEAR_MADE);
  model.ask_gear();
  model.wait_for_gears();
  for (const size_t gear : {0, 1, 2}) EXPECT_EQ(model.gear_state(gear).first, GBX_GEAR_MADE);
  RowsCall call(model);
  Context context(model);
  context.run(call.dataset);
  EXPECT_EQ(call.dataset.served_by(), std::pair(GBX_WAY_EXACT, size_t{1}));
}

TEST(LazyGears, OneThatCannotBeMadeSaysWhyAndIsNotTriedAgain) {
  const Model model = load("pairs", {.gears = "L=4,3", .lazy_gears = true});
  Dataset dataset(model);
  Context context(model);
  const std::vector<float> x = iota(4);
  dataset.input(0, view(x.data(), {3}));
  const std::string refused = error_of([&] { context.run(dataset); });
  model.wait_for_gears();
  const auto [state, reason] = model.gear_state(1);
  EXPECT_EQ(state, GBX_GEAR_FAILED);
  EXPECT_NE(reason.find("gear 1 (L=3)"), std::string::npos) << reason;
  EXPECT_EQ(error_of([&] { context.run(dataset); }), refused);
  EXPECT_NE(refused, "ok");
  dataset.input(0, view(x.data(), {4}));
  context.run(dataset);
  model.wait_for_gears();
  context.run(dataset);
  EXPECT_EQ(dataset.served_by(), std::pair(GBX_WAY_EXACT, size_t{0}));
  EXPECT_EQ(values<float>(dataset.output(0)), x);
}

TEST(LazyGears, OtherModelsHaveNothingToWaitFor) {
  const Model made = rows("1,8"), none = load("fixed");
  for (const Model* model : {&made, &none}) {
    model->ask_gear();
    model->wait_for_gears();
  }
  EXPECT_EQ(made.gear_state(1), (std::pair<gbx_gear_state, std::string>(GBX_GEAR_MADE, "")));
  EXPECT_EQ(error_of([&] { made.gear_state(2); }), "invalid_argument: there is no gear 2: the model has 2");
  EXPECT_EQ(error_of([&] { made.ask_gear(2); }), "invalid_argument: there is no gear 2: the model has 2");
  EXPECT_EQ(error_of([&] { none.gear_state(0); }), "invalid_argument: the model has no gears");
}

TEST(LazyGears, Options) {
  EXPECT_EQ(error_of([] { load("rows", {.lazy_gears = true}); }),
            "invalid_argument: --lazy-gears: there are no gears; --gears or --dynamic_dims give them");
  EXPECT_EQ(error_of([] { load("rows", {.gears = "N=1,8", .no_fallback = true, .lazy_gears = true}); }),
            "invalid_argument: --lazy-gears: calls need the dynamic program until their gear is made, which --no-fallback leaves out");
  const Package package = Package::compile(model_path("rows"), {.gears = "N=1,8", .lazy_gears = true});
  EXPECT_EQ(
      error_of([&] { package.save(::testing::TempDir() + "/lazy_rows.gbx"); }),
      "invalid_argument: lazy gears live in memory only, a package holds its gears: compile the model without --lazy-gears to write it");
}

TEST(LazyGears, OfASession) {
  Session::Options options = {
      {"ge.inputShape", "x:-1,3;scale:1"}, {"ge.dynamicDims", "1;8;4"}, {"ge.dynamicNodeType", "1"}, {"gearbox.lazyGears", "1"}};
  Session session;
  EXPECT_NE(error_of([&] { session.add_graph(1, model_path("rows"), options); }).find("ge.compileHybridMode"), std::string::npos);
  options["ge.compileHybridMode"] = "1";
  session.add_graph(1, model_path("rows"), options);
  const Model model = session.model(1);
  RowsCall call(model);
  for (const bool made : {false, true}) {
    session.run(1, call.dataset);
    EXPECT_TRUE(call.right(8));
    EXPECT_EQ(call.dataset.served_by().first, made ? GBX_WAY_EXACT : GBX_WAY_FALLBACK);
    model.wait_for_gears();
  }
  session.remove(1);
}

TEST(LazyGears, EightThreadsAskAtOnceAndAModelGoesMeanwhile) {
  for (int round = 0; round < 3; ++round) {
    auto model = std::make_unique<Model>(lazy_rows("1,2,3,4,5,6,7,8"));
    std::array<bool, 8> right{};
    std::vector<std::thread> threads;
    for (size_t t = 0; t < right.size(); ++t) {
      threads.emplace_back([&, t] {
        RowsCall call(*model);
        Context context(*model);
        right[t] = true;
        for (size_t i = 0; i < 64; ++i) {
          const auto batch = static_cast<int64_t>(1 + (i + t) % 8);
          call.dataset.set_batch_size(batch);
          context.run(call.dataset);
          right[t] = right[t] && call.right(batch);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, (std::array<bool, 8>{true, true, true, true, true, true, true, true}));
    model.reset();
  }
}

TEST(LazyGears, AProgramMayEndWhileAGearIsBeingMade) {
  EXPECT_EXIT(
      {
        const auto* kept = new Model(lazy_rows("1,2,3,4,5,6,7,8"));
        kept->ask_gear();
        std::exit(7);
      },
      ::testing::ExitedWithCode(7), "");
}

TEST(LazyGears, NullArgumentsAreErrors) {
  const Model model = rows("8,1");
  gbx_gear_state state;
  const auto missing = [](const std::string& function, const std::string& argument) {
    return "invalid_argument: " + function + ": argument '" + argument + "' is NULL";
  };
  EXPECT_EQ(error_of(gbx_model_gear_state(nullptr, 0, &state, nullptr)), missing("gbx_model_gear_state", "model"));
  EXPECT_EQ(error_of(gbx_model_gear_state(model.c(), 0, nullptr, nullptr)), missing("gbx_model_gear_state", "state"));
  EXPECT_EQ(error_of(gbx_model_ask_gear(nullptr, 0)), missing("gbx_model_ask_gear", "model"));
  EXPECT_EQ(error_of(gbx_model_wait_for_gears(nullptr)), missing("gbx_model_wait_for_gears", "model"));
  EXPECT_EQ(gbx_model_gear_state(model.c(), 0, &state, nullptr), nullptr);
}

}  // namespace
}  // namespace gearbox::testing
