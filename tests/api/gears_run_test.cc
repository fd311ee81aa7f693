#include <array>
#include <atomic>
#include <thread>

#include "api/gears_test_support.h"

namespace gearbox::testing {
namespace {

TEST(Gears, Acceptance100_WithoutASetTheLargestGearRuns) {
  const Model model = rows("1,8,4");
  RowsCall call(model);
  Context context(model);
  EXPECT_EQ(call.dataset.output_dims(0), (Dims{8, 3}));
  context.run(call.dataset);
  EXPECT_TRUE(call.right(8));
  EXPECT_EQ(call.dataset.served_by(), std::pair(GBX_WAY_EXACT, size_t{1}));
  call.dataset.input_buffer(0, call.x.data(), 12);
  EXPECT_EQ(error_of([&] { context.run(call.dataset); }), "invalid_argument: input 'x' of extents [8,3] needs 96 bytes, 12 given");
  Dataset open(load("rows"));
  open.input_buffer(0, call.x.data(), 96);
  open.input(1, view(call.scale.data(), {1}));
  EXPECT_EQ(error_of([&] { open.output_dims(0); }), "invalid_argument: input 'x' is given without extents, and axis 0 is open");
}

TEST(Gears, Acceptance101_CurrentOutputDims) {
  const Model model = rows("1,8,4");
  Dataset dataset(model);
  EXPECT_EQ(dataset.output_dims(1), (Dims{8}));
  dataset.set_batch_size(4);
  EXPECT_EQ(dataset.output_dims(0), (Dims{4, 3}));
  dataset.clear_gear();
  EXPECT_EQ(dataset.output_dims(1), (Dims{8}));
  const std::vector<float> x(15), scale(1);
  dataset.input(0, view(x.data(), {5, 3}));
  dataset.input(1, view(scale.data(), {1}));
  EXPECT_EQ(dataset.output_dims(1), (Dims{5}));
  Dataset late(load("nonzero"));
  late.input(0, view(x.data(), {15}));
  EXPECT_EQ(late.output_dims(0), (Dims{1, -1}));
}

TEST(Gears, Acceptance102_NoSuchOutput) {
  Dataset dataset(rows("1,8"));
  int64_t dims[1];
  size_t rank = 0;
  EXPECT_EQ(error_of([&] { dataset.output_dims(2); }), "invalid_argument: there is no output 2: the model has 2");
  EXPECT_EQ(error_of(gbx_dataset_output_dims(dataset.c(), 0, dims, 1, &rank)),
            "invalid_argument: the output has rank 2, there is room for 1");
}

TEST(Gears, Acceptance103_TensorsAloneChooseTheGear) {
  const Model model = rows("8,1,4");
  RowsCall call(model);
  Context context(model);
  for (const int64_t batch : {4, 8, 1, 3}) {
    call.dataset.input(0, view(call.x.data(), {batch, 3}));
    context.run(call.dataset);
    EXPECT_TRUE(call.right(batch));
    EXPECT_EQ(call.dataset.served_by().first, batch == 3 ? GBX_WAY_FALLBACK : GBX_WAY_EXACT);
  }
  const gbx_gear_counts all = model.gear_counts();
  EXPECT_EQ(std::vector<uint64_t>({all.exact, all.bounded, all.fallback, all.refused}), (std::vector<uint64_t>{3, 0, 1, 0}));
  EXPECT_EQ(model.gear_counts(2).exact, 1U);
  EXPECT_EQ(error_of([&] { model.gear_counts(3); }), "invalid_argument: there is no gear 3: the model has 3");
}

TEST(Gears, Acceptance104_NoMatchRunsNothing) {
  const Model model = rows("8,1,4", false);
  RowsCall call(model);
  Context context(model);
  std::vector<float> y(64, -7);
  call.dataset.input(0, view(call.x.data(), {3, 3}));
  call.dataset.output_buffer(0, y.data(), 256);
  EXPECT_EQ(
      error_of([&] { context.run(call.dataset); }),
      "invalid_argument: no gear serves N=3, and the package has no dynamic program\n  nearest = N=4\n  gear 0 = N=8\n  gear 1 = N=1\n"
      "  gear 2 = N=4");
  EXPECT_EQ(y, std::vector<float>(64, -7));
  EXPECT_EQ(model.gear_counts().refused, 1U);
  EXPECT_EQ(model.gears().fallback, 0);
  call.dataset.input(0, view(call.x.data(), {4, 2}));
  EXPECT_NE(error_of([&] { context.run(call.dataset); }).find("extent 2"), std::string::npos);
  EXPECT_EQ(model.gear_counts().refused, 1U) << "wrong in itself, whatever the gears are";
}

TEST(Gears, ExtentsMustBeTheSetGears) {
  const Model model = rows("8,1,4");
  RowsCall call(model);
  Context context(model);
  call.dataset.input(0, view(call.x.data(), {8, 3}));
  call.dataset.set_batch_size(4);
  EXPECT_EQ(error_of([&] { context.run(call.dataset); }),
            "invalid_argument: input 'x' has the extents [8,3], the gear of this call takes [4,3]");
  call.dataset.set_batch_size(8);
  context.run(call.dataset);
  EXPECT_TRUE(call.right(8));
}

TEST(Gears, Acceptance107_AlternatingGears) {
  const Model model = rows("1,8,16");
  RowsCall call(model);
  Context context(model);
  const auto cycle = [&] {
    for (const int64_t batch : {1, 8, 1, 16}) {
      call.dataset.set_batch_size(batch);
      context.run(call.dataset);
      ASSERT_TRUE(call.right(batch));
    }
  };
  cycle();
  const gbx_memory before = context.memory();
  for (int i = 0; i < 1000; ++i) cycle();
  const gbx_memory after = context.memory();
  EXPECT_EQ(before.arena_bytes + before.pool_bytes + before.scratch_bytes, after.arena_bytes + after.pool_bytes + after.scratch_bytes);
  EXPECT_EQ(before.plans, after.plans);
  EXPECT_EQ(model.gear_counts().exact, 4004U);
}

TEST(Gears, Acceptance109_SetsOfThreadsNeverMeet) {
  const Model model = rows("1,8,16,4");
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      RowsCall call(model);
      Context context(model);
      constexpr int64_t kBatches[] = {1, 8, 16, 4};
      for (int i = 0; i < 300; ++i) {
        const int64_t batch = kBatches[(t * 3 + i) % 4];
        call.dataset.set_batch_size(batch);
        std::this_thread::yield();
        if (call.dataset.output_dims(1) != Dims{batch}) ++wrong;
        context.run(call.dataset);
        if (!call.right(batch)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(model.gear_counts().exact, 2400U);
}

TEST(Gears, Acceptance110_ZeroSizeGear) {
  const Model model = load("labels", {.input_shape = "data:1,1,40,5;label:1,7;mask:-1,-1", .dynamic_dims = "0,4;4,4"});
  Context context(model);
  Dataset dataset(model);
  const std::vector<float> data(200);
  float none = -7;
  dataset.input(0, view(data.data(), {1, 1, 40, 5}));
  dataset.input(1, view(data.data(), {1, 7}));
  dataset.input_buffer(2, &none, 0);
  dataset.set_dims({1, 1, 40, 5, 1, 7, 0, 4});
  dataset.output_buffer(2, &none, sizeof(none));
  context.run(dataset);
  EXPECT_EQ(dataset.output(2).dims, (Dims{0, 4}));
  EXPECT_EQ(dataset.output_dims(2), (Dims{0, 4}));
  EXPECT_EQ(none, -7);
}

TEST(Gears, Acceptance112_ANewSetReplacesTheOld) {
  const Model model = rows("8,1,4");
  RowsCall call(model);
  Context context(model);
  call.dataset.set_batch_size(4);
  call.dataset.set_dims({1, 3});
  context.run(call.dataset);
  EXPECT_TRUE(call.right(1));
  call.dataset.set_gear(0);
  context.run(call.dataset);
  EXPECT_TRUE(call.right(8));
}

TEST(Gears, Acceptance114_QueriesRepeatAndDoNotDisturbEachOther) {
  const Model model = labels();
  const auto answers = [&] {
    std::vector<Dims> out = model.gear_dims();
    for (size_t gear = 0; gear < 3; ++gear) {
      for (size_t output = 0; output < 3; ++output) out.push_back(model.gear_output_dims(gear, output));
    }
    const gbx_gears_info info = model.gears();
    out.push_back({info.kind, static_cast<int64_t>(info.gear_count), info.fallback, static_cast<int64_t>(model.input_bytes(0))});
    return out;
  };
  const std::vector<Dims> first = answers();
  EXPECT_EQ(answers(), first);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      Dataset dataset(model);
      for (int i = 0; i < 100; ++i) {
        dataset.set_gear(static_cast<size_t>(t % 3));
        if (answers() != first || dataset.output_dims(0) != model.gear_output_dims(static_cast<size_t>(t % 3), 0)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(model.gear_counts().exact, 0U) << "asking is not running";
}

TEST(Gears, Acceptance115_NumbersOfAnyTypeSetTheSameGear) {
  const Model model = labels(), batches = rows("8,1,4");
  Dataset wide(model), narrow(model), batch(batches);
  for (const Dims& dims : model.gear_dims()) {
    wide.set_dims(dims);
    narrow.set_dims(std::vector<int32_t>(dims.begin(), dims.end()));
    for (size_t output = 0; output < 3; ++output) EXPECT_EQ(narrow.output_dims(output), wide.output_dims(output));
  }
  batch.set_batch_size(int32_t{4});
  EXPECT_EQ(batch.output_dims(1), (Dims{4}));
  EXPECT_EQ(error_of([&] { narrow.set_dims(std::vector<int32_t>{1, 1, 40, 20, 1, 20, 1, 2}); }),
            error_of([&] { wide.set_dims({1, 1, 40, 20, 1, 20, 1, 2}); }));
}

TEST(Gears, Acceptance116_AGearThatAgreesInSomeAxesDoesNotServe) {
  const Model model = labels();
  Context context(model);
  const std::vector<float> data(3200);
  const auto serve = [&](int64_t a, int64_t b, int64_t c, int64_t d) {
    Dataset dataset(model);
    dataset.input(0, view(data.data(), {1, 1, 40, a}));
    dataset.input(1, view(data.data(), {1, b}));
    dataset.input(2, view(data.data(), {c, d}));
    context.run(dataset);
    return dataset.served_by();
  };
  EXPECT_EQ(serve(40, 40, 2, 2), std::pair(GBX_WAY_EXACT, size_t{1}));
  for (const auto& [a, b, c, d] : std::vector<std::array<int64_t, 4>>{{40, 40, 2, 1}, {40, 40, 1, 2}, {40, 20, 2, 2}, {20, 40, 2, 2}})
    EXPECT_EQ(serve(a, b, c, d).first, GBX_WAY_FALLBACK) << a << b << c << d;
  Dataset dataset(model);
  EXPECT_NE(error_of([&] { dataset.set_dims({1, 1, 40, 40, 1, 40}); }), "ok");
  EXPECT_NE(error_of([&] { dataset.set_dims({1, 1, 40, 40, 1, 40, 2, 1}); }), "ok");
}

TEST(Gears, Acceptance195_AGearIsSetForACallNotForTheModel) {
  const Model model = rows("1,8,4");
  Context context(model);
  RowsCall one(model), eight(model), unset(model);
  one.dataset.set_batch_size(1);
  eight.dataset.set_batch_size(8);
  context.run(eight.dataset);
  EXPECT_TRUE(eight.right(8));
  context.run(one.dataset);
  EXPECT_TRUE(one.right(1));
  eight.dataset.set_batch_size(4);
  EXPECT_EQ(one.dataset.output_dims(1), (Dims{1}));
  EXPECT_EQ(unset.dataset.output_dims(1), (Dims{8}));
  Context other(model);
  other.run(eight.dataset);
  context.run(unset.dataset);
  EXPECT_TRUE(eight.right(4));
  EXPECT_TRUE(unset.right(8));
  EXPECT_EQ(Dataset(model).output_dims(1), (Dims{8})) << "a new call begins without a gear";
}

TEST(Gears, Star08_AGearPlannedForEightThatServesFiveReportsFive) {
  const Model model = load("rows", {.gears = "N=8", .gear_mode = "bounded"});
  EXPECT_EQ(model.gear_output_dims(0, 0), (Dims{-1, 3}));
  Context context(model);
  RowsCall call(model);
  std::vector<float> y(24, -7);
  call.dataset.input(0, view(call.x.data(), {5, 3}));
  call.dataset.output_buffer(0, y.data(), 24 * sizeof(float));
  EXPECT_EQ(call.dataset.output_dims(0), (Dims{5, 3}));
  context.run(call.dataset);
  EXPECT_EQ(call.dataset.served_by(), std::pair(GBX_WAY_BOUNDED, size_t{0}));
  EXPECT_TRUE(call.right(5));
  EXPECT_EQ(std::vector<float>(y.begin() + 15, y.end()), std::vector<float>(9, -7)) << "nothing is written behind the five rows";
  int64_t dims[2];
  size_t rank = 0;
  check(gbx_dataset_output_dims(call.dataset.c(), 1, dims, 2, &rank));
  EXPECT_EQ(Dims(dims, dims + rank), (Dims{5}));
  gbx_tensor sum;
  check(gbx_dataset_output(call.dataset.c(), 1, &sum));
  EXPECT_EQ(Dims(sum.dims, sum.dims + sum.rank), (Dims{5}));
}

TEST(Gears, OpenAxesTakeWhatIsSet) {
  const Model model = load("conv", {.gears = "H=4,8", .gear_mode = "exact"});
  EXPECT_EQ(model.gear_dims(), (std::vector<Dims>{{-1, 3, 4, -1}, {-1, 3, 8, -1}}));
  Context context(model);
  Dataset dataset(model);
  const std::vector<float> x = iota(2 * 3 * 4 * 5);
  dataset.input_buffer(0, x.data(), x.size() * 4);
  EXPECT_EQ(error_of([&] { context.run(dataset); }), "invalid_argument: input 'x' is given without extents, and axis 0 is open");
  dataset.set_dims({2, 3, 4, 5});
  context.run(dataset);
  EXPECT_EQ(dataset.output(0).dims, (Dims{2, 2, 4, 5}));
  EXPECT_EQ(dataset.served_by(), std::pair(GBX_WAY_EXACT, size_t{0}));
  EXPECT_EQ(error_of([&] { model.input_bytes(0); }),
            "unsupported: no number of bytes is enough for every call: the extents of input 'x' are open");
}

TEST(Gears, BoundedGearsServeUpToTheirValue) {
  const Model model = load("rows", {.gears = "N=4,16", .gear_mode = "bounded"});
  Context context(model);
  RowsCall call(model);
  for (const int64_t batch : {1, 4, 7, 16, 20}) {
    call.dataset.input(0, view(call.x.data(), {batch, 3}));
    context.run(call.dataset);
    EXPECT_TRUE(call.right(batch)) << batch;
    const auto [way, gear] = call.dataset.served_by();
    EXPECT_EQ(way, batch == 4 || batch == 16 ? GBX_WAY_EXACT : batch < 16 ? GBX_WAY_BOUNDED : GBX_WAY_FALLBACK) << batch;
    EXPECT_EQ(gear, batch <= 4 ? 0U : batch <= 16 ? 1U : SIZE_MAX) << batch;
  }
}

TEST(Gears, PartsHaveGearsOfTheirOwn) {
  const Model model =
      load("detector", {.gear_scopes = {"head: from=boxes to=scores; boxes[0]=1,2", "rest: from=boxes to=kept; boxes[0]=2"}});
  EXPECT_EQ(model.scopes(), (std::vector<std::string>{"head", "rest"}));
  Context context(model);
  for (const int64_t kept : {1, 2, 2, 3}) {
    std::vector<float> x(16, 0.0F);
    for (int64_t row = 0; row < kept; ++row) x[static_cast<size_t>(row) * 4] = 1;
    Dataset dataset(model);
    dataset.input(0, view(x.data(), {4, 4}));
    context.run(dataset);
    EXPECT_EQ(dataset.output(0).dims, (std::vector<int64_t>{kept, 3}));
  }
  EXPECT_EQ(model.scope_counts(0).exact, 3U);
  EXPECT_EQ(model.scope_counts(0, 1).exact, 2U);
  EXPECT_EQ(model.scope_counts(0).fallback, 1U);
  EXPECT_EQ(model.scope_counts(1).exact, 2U);
  EXPECT_EQ(error_of([&] { model.scope_counts(0, 2); }), "invalid_argument: there is no gear 2: scope 'head' has 2");
  EXPECT_EQ(error_of([&] { model.scope_counts(2); }), "invalid_argument: there is no scope 2: the model has 2");
}

TEST(Gears, NullArgumentsAreErrors) {
  const Model model = rows("8,1");
  const Dataset dataset(model);
  gbx_gears_info info = GBX_GEARS_INFO_INIT;
  gbx_gear_counts counts = GBX_GEAR_COUNTS_INIT;
  gbx_way way;
  size_t size = 0;
  int64_t dim = 0;
  const auto missing = [](const std::string& function, const std::string& argument) {
    return "invalid_argument: " + function + ": argument '" + argument + "' is NULL";
  };
  EXPECT_EQ(error_of(gbx_model_gears(nullptr, &info)), missing("gbx_model_gears", "model"));
  EXPECT_EQ(error_of(gbx_model_gears(model.c(), nullptr)), missing("gbx_model_gears", "info"));
  EXPECT_EQ(error_of(gbx_model_gear_count(model.c(), GBX_ALL_INPUTS, nullptr)), missing("gbx_model_gear_count", "count"));
  EXPECT_EQ(error_of(gbx_model_gear_dims(model.c(), GBX_ALL_INPUTS, nullptr, 2)), missing("gbx_model_gear_dims", "gears"));
  EXPECT_EQ(error_of(gbx_model_gear_output_dims(model.c(), 0, 0, nullptr, 0, &size)), missing("gbx_model_gear_output_dims", "dims"));
  EXPECT_EQ(error_of(gbx_model_gear_output_dims(model.c(), 0, 0, &dim, 1, nullptr)), missing("gbx_model_gear_output_dims", "rank"));
  EXPECT_EQ(error_of(gbx_model_input_bytes(nullptr, 0, &size)), missing("gbx_model_input_bytes", "model"));
  EXPECT_EQ(error_of(gbx_model_output_bytes(model.c(), 0, nullptr)), missing("gbx_model_output_bytes", "bytes"));
  EXPECT_EQ(error_of(gbx_model_gear_counts(nullptr, 0, &counts)), missing("gbx_model_gear_counts", "model"));
  EXPECT_EQ(error_of(gbx_model_gear_counts(model.c(), 0, nullptr)), missing("gbx_model_gear_counts", "counts"));
  gbx_scope_info scope = GBX_SCOPE_INFO_INIT;
  EXPECT_EQ(error_of(gbx_model_scope_count(model.c(), nullptr)), missing("gbx_model_scope_count", "count"));
  EXPECT_EQ(error_of(gbx_model_scope(nullptr, 0, &scope)), missing("gbx_model_scope", "model"));
  EXPECT_EQ(error_of(gbx_model_scope_counts(model.c(), 0, 0, nullptr)), missing("gbx_model_scope_counts", "counts"));
  EXPECT_EQ(error_of(gbx_dataset_set_gear(nullptr, 0)), missing("gbx_dataset_set_gear", "dataset"));
  EXPECT_EQ(error_of(gbx_dataset_clear_gear(nullptr)), missing("gbx_dataset_clear_gear", "dataset"));
  EXPECT_EQ(error_of(gbx_dataset_output_dims(dataset.c(), 0, nullptr, 1, &size)), missing("gbx_dataset_output_dims", "dims"));
  EXPECT_EQ(error_of(gbx_dataset_served_by(dataset.c(), nullptr, &size)), missing("gbx_dataset_served_by", "way"));
  EXPECT_EQ(error_of(gbx_dataset_served_by(dataset.c(), &way, nullptr)), missing("gbx_dataset_served_by", "gear"));
  EXPECT_EQ(error_of([&] { dataset.served_by(); }), "invalid_argument: the dataset has no results: it has not run, or its last run failed");
}

}  // namespace
}  // namespace gearbox::testing
