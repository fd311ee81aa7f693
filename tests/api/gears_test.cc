#include "api/gears_test_support.h"

namespace gearbox::testing {
namespace {

TEST(Gears, Acceptance089_CountOfGears) {
  EXPECT_EQ(rows("8,1,4").gears().gear_count, 3U);
  EXPECT_EQ(rows("8,1,4").gears().kind, GBX_GEARS_BATCH);
  EXPECT_EQ(pictures().gears().kind, GBX_GEARS_IMAGE);
  EXPECT_EQ(labels().gears().kind, GBX_GEARS_DIMS);
  EXPECT_EQ(load("rows", {.gears = "N=1,4"}).gears().kind, GBX_GEARS_SYMBOLS);
  const Model without = load("rows");
  size_t count = 7;
  check(gbx_model_gear_count(without.c(), GBX_ALL_INPUTS, &count));
  EXPECT_EQ(count, 0U);
  EXPECT_EQ(without.gears().kind, GBX_GEARS_NONE);
  EXPECT_TRUE(without.gear_dims().empty());
}

TEST(Gears, Acceptance090_OnlyTheReservedIndex) {
  const Model model = labels();
  size_t count = 7;
  gbx_gear_dims dims[3] = {};
  EXPECT_EQ(error_of(gbx_model_gear_count(model.c(), 0, &count)),
            "invalid_argument: index is 0; gears are of all inputs together: GBX_ALL_INPUTS");
  EXPECT_EQ(error_of(gbx_model_gear_dims(model.c(), 1, dims, 3)),
            "invalid_argument: index is 1; gears are of all inputs together: GBX_ALL_INPUTS");
  EXPECT_EQ(count, 7U);
  EXPECT_EQ(dims[0].dims, nullptr);
}

TEST(Gears, Acceptance091_TooLittleRoomWritesNothing) {
  const Model model = labels();
  gbx_gear_dims dims[3] = {};
  EXPECT_EQ(error_of(gbx_model_gear_dims(model.c(), GBX_ALL_INPUTS, dims, 2)),
            "invalid_argument: the model has 3 gears, there is room for 2");
  EXPECT_EQ(dims[0].dims, nullptr);
}

TEST(Gears, Acceptance092_DimsAreFullShapesInTheUsersOrder) {
  EXPECT_EQ(labels().gear_dims(),
            (std::vector<Dims>{{1, 1, 40, 20, 1, 20, 1, 1}, {1, 1, 40, 40, 1, 40, 2, 2}, {1, 1, 40, 80, 1, 60, 4, 4}}));
  EXPECT_EQ(rows("8,1,4").gear_dims(), (std::vector<Dims>{{8, 3}, {1, 3}, {4, 3}}));
  const Model swapped = load("labels", {.input_shape = "mask:-1,2;data:1,1,40,8;label:1,-1", .dynamic_dims = "1,20;2,40"});
  EXPECT_EQ(swapped.gear_dims(), (std::vector<Dims>{{1, 2, 1, 1, 40, 8, 1, 20}, {2, 2, 1, 1, 40, 8, 1, 40}}));
  const gbx_gears_info info = swapped.gears();
  EXPECT_EQ(std::vector<size_t>(info.inputs, info.inputs + info.input_count), (std::vector<size_t>{2, 0, 1}));
  EXPECT_EQ(info.dim_count, 8U);
}

TEST(Gears, Acceptance070_OutputsOfEveryGearAreKnown) {
  const Model model = rows("8,1,4");
  EXPECT_EQ(model.gear_output_dims(0, 0), (Dims{8, 3}));
  EXPECT_EQ(model.gear_output_dims(1, 1), (Dims{1}));
  EXPECT_EQ(error_of([&] { model.gear_output_dims(3, 0); }), "invalid_argument: there is no gear 3: the model has 3");
  EXPECT_EQ(error_of([&] { model.gear_output_dims(0, 2); }), "invalid_argument: there is no output 2: the model has 2");
  EXPECT_EQ(error_of([] { load("rows").gear_output_dims(0, 0); }), "invalid_argument: the model has no gears");
  int64_t dims[1];
  size_t rank = 0;
  EXPECT_EQ(error_of(gbx_model_gear_output_dims(model.c(), 0, 0, dims, 1, &rank)),
            "invalid_argument: the output has rank 2, there is room for 1");
}

TEST(Gears, Acceptance060_BuffersOfTheReportedSizeServeEveryGear) {
  const Model model = labels();
  EXPECT_EQ(model.input_bytes(0), 40U * 80 * 4);
  EXPECT_EQ(model.input_bytes(2), 16U * 4);
  EXPECT_EQ(model.output_bytes(1), 60U * 4);
  EXPECT_EQ(load("fixed").input_bytes(0), 24U);
  EXPECT_EQ(rows("8,1").input_bytes(1), 4U);
  EXPECT_EQ(error_of([] { load("rows").input_bytes(0); }),
            "unsupported: no number of bytes is enough for every call: the extents of input 'x' are open");
  Context context(model);
  Dataset dataset(model);
  std::vector<std::vector<float>> in, out;
  for (size_t i = 0; i < 3; ++i) {
    in.emplace_back(model.input_bytes(i) / 4, 1.F);
    out.emplace_back(model.output_bytes(i) / 4);
    dataset.input_buffer(i, in[i].data(), in[i].size() * 4);
    dataset.output_buffer(i, out[i].data(), out[i].size() * 4);
  }
  for (size_t gear = 0; gear < 3; ++gear) {
    dataset.set_gear(gear);
    context.run(dataset);
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(dataset.output(i).dims, model.gear_output_dims(gear, i));
  }
}

TEST(Gears, Acceptance061_TheFirstOfEqualLargestGearsIsTheDefault) {
  const Model model = load("conv", {.input_shape = "x:1,3,-1,-1", .dynamic_image_size = "2,2;4,6;6,4;3,8"});
  EXPECT_EQ(Dataset(model).output_dims(0), (Dims{1, 2, 4, 6}));
}

TEST(Gears, Acceptance093_SetDimsThenExecute) {
  const Model model = labels(), dynamic = load("labels");
  for (const Dims& dims : model.gear_dims()) {
    std::vector<std::vector<float>> data = {iota(3200), iota(60), iota(16)};
    const std::vector<Dims> shapes = {{1, 1, 40, dims[3]}, {1, dims[5]}, {dims[6], dims[7]}};
    Dataset geared(model), plain(dynamic);
    Context context(model), reference(dynamic);
    geared.set_dims(dims);
    for (size_t i = 0; i < 3; ++i) {
      geared.input_buffer(i, data[i].data(), data[i].size() * 4);
      plain.input(i, view(data[i].data(), shapes[i]));
    }
    context.run(geared);
    reference.run(plain);
    EXPECT_EQ(geared.served_by().first, GBX_WAY_EXACT);
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(geared.output(i).dims, shapes[i]);
      EXPECT_EQ(values<float>(geared.output(i)), values<float>(plain.output(i)));
    }
  }
}

TEST(Gears, Acceptance094_WrongNumberOfDims) {
  const Model model = labels();
  Dataset dataset(model);
  EXPECT_EQ(error_of([&] { dataset.set_dims({20, 20, 1, 1}); }),
            "invalid_argument: 4 dims given, the inputs of the gears have 8\n  data = rank 4\n  label = rank 2\n  mask = rank 2");
}

TEST(Gears, Acceptance095_StaticAxesStay) {
  const Model model = labels();
  Dataset dataset(model);
  EXPECT_EQ(error_of([&] { dataset.set_dims({1, 1, 41, 20, 1, 20, 1, 1}); }),
            "invalid_argument: dims[2], data[2], is 41; every gear has 40");
  EXPECT_EQ(error_of([&] { dataset.set_dims({1, 1, 40, 20, 2, 20, 1, 1}); }),
            "invalid_argument: dims[4], label[0], is 2; every gear has 1");
  EXPECT_EQ(error_of([&] { dataset.set_dims({1, 1, 40, -20, 1, 20, 1, 1}); }), "invalid_argument: dims[3], data[3], is negative: -20");
}

TEST(Gears, Acceptance096_WhatIsNoGearLeavesTheSetOne) {
  const Model model = rows("8,1,4");
  RowsCall call(model);
  Context context(model);
  call.dataset.set_batch_size(4);
  EXPECT_EQ(error_of([&] { call.dataset.set_batch_size(3); }),
            "invalid_argument: there is no gear for N=3\n  nearest = N=4\n  gear 0 = N=8\n  gear 1 = N=1\n  gear 2 = N=4");
  EXPECT_NE(error_of([&] { call.dataset.set_dims({5, 3}); }), "ok");
  EXPECT_NE(error_of([&] { call.dataset.set_dims({8}); }), "ok");
  EXPECT_EQ(error_of([&] { call.dataset.set_gear(3); }), "invalid_argument: there is no gear 3: the model has 3");
  context.run(call.dataset);
  EXPECT_TRUE(call.right(4));
}

TEST(Gears, Acceptance097_SizesArePositive) {
  Dataset batches(rows("8,1,4")), images(pictures());
  EXPECT_EQ(error_of([&] { batches.set_batch_size(0); }), "invalid_argument: the batch size 0 is not positive");
  EXPECT_EQ(error_of([&] { images.set_image_size(0, 4); }), "invalid_argument: the image size 0, 4 is not positive");
  EXPECT_EQ(error_of([&] { images.set_image_size(4, -1); }), "invalid_argument: the image size 4, -1 is not positive");
}

TEST(Gears, Acceptance098_KindsAreNotMixed) {
  Dataset batches(rows("8,1,4")), images(pictures()), dims(labels()), none(load("rows"));
  EXPECT_EQ(error_of([&] { dims.set_batch_size(1); }), "invalid_argument: the model's gears are dims, not batch sizes");
  EXPECT_EQ(error_of([&] { batches.set_image_size(4, 4); }), "invalid_argument: the model's gears are batch sizes, not image sizes");
  EXPECT_EQ(error_of([&] { images.set_batch_size(1); }), "invalid_argument: the model's gears are image sizes, not batch sizes");
  EXPECT_EQ(error_of([&] { none.set_batch_size(1); }), "invalid_argument: the model has no gears");
  EXPECT_EQ(error_of([&] { none.set_dims({1, 3}); }), "invalid_argument: the model has no gears");
}

TEST(Gears, Acceptance099_NullAndShortBuffers) {
  const Model model = rows("8,1,4");
  RowsCall call(model);
  Context context(model);
  EXPECT_EQ(error_of(gbx_dataset_set_dims(call.dataset.c(), nullptr, 2)),
            "invalid_argument: gbx_dataset_set_dims: argument 'dims' is NULL");
  EXPECT_EQ(error_of(gbx_dataset_set_batch_size(nullptr, 1)), "invalid_argument: gbx_dataset_set_batch_size: argument 'dataset' is NULL");
  EXPECT_EQ(error_of(gbx_dataset_set_image_size(nullptr, 1, 1)),
            "invalid_argument: gbx_dataset_set_image_size: argument 'dataset' is NULL");
  EXPECT_EQ(error_of(gbx_dataset_set_input_buffer(call.dataset.c(), 0, nullptr, 4)),
            "invalid_argument: gbx_dataset_set_input_buffer: argument 'data' is NULL");
  call.dataset.input_buffer(0, call.x.data(), 95);
  EXPECT_EQ(error_of([&] { context.run(call.dataset); }), "invalid_argument: input 'x' of extents [8,3] needs 96 bytes, 95 given");
  call.dataset.set_batch_size(4);
  context.run(call.dataset);
  EXPECT_TRUE(call.right(4));
}

}  // namespace
}  // namespace gearbox::testing
