#include <cstring>

#include "api/capi_test_support.h"

namespace gearbox::testing {
namespace {

constexpr unsigned char kUntouched = 0xA5;

TEST(CApi, Acceptance105_OutputBuffersMayBeLargerNotSmaller) {
  const Model model = load("conv");
  Dataset dataset(model);
  Context context(model);
  const std::vector<float> x = iota(3 * 4);
  std::vector<float> y(100, -7);
  dataset.input(0, view(x.data(), {1, 3, 2, 2}));
  dataset.output_buffer(0, y.data(), 31);
  EXPECT_EQ(error_of([&] { context.run(dataset); }), "invalid_argument: output 'y' needs 32 bytes, its buffer has 31");
  EXPECT_EQ(y, std::vector<float>(100, -7));
  dataset.output_buffer(0, y.data(), 400);
  context.run(dataset);
  const TensorView result = dataset.output(0);
  EXPECT_EQ(result.data, y.data());
  EXPECT_EQ(result.dims, (std::vector<int64_t>{1, 2, 2, 2}));
  EXPECT_EQ(result.capacity, 400U);
  dataset.output_buffer(0, nullptr, 0);
  context.run(dataset);
  EXPECT_NE(dataset.output(0).data, y.data());
  EXPECT_EQ(values<float>(dataset.output(0)), std::vector<float>(y.begin(), y.begin() + 8));
}

TEST(CApi, Acceptance106_BytesBehindAnOutputAreUntouched) {
  for (const std::string name : {"conv", "mask", "fixed", "nonzero", "passed"}) {
    const Model model = load(name);
    Context context(model);
    for (const int64_t extent : {0, 1, 3, 16}) {
      Dataset dataset(model);
      const std::vector<ValueInfo> inputs = model.inputs(), outputs = model.outputs();
      std::vector<std::vector<int64_t>> data;
      for (size_t i = 0; i < inputs.size(); ++i) {
        TensorView given{inputs[i].dtype, inputs[i].dims, nullptr, 0};
        for (int64_t& dim : given.dims) dim = dim < 0 ? (name == "conv" ? std::max<int64_t>(extent, 1) : extent) : dim;
        data.emplace_back(given.elements() + 1, 0x3F800000);
        given.data = data.back().data();
        given.capacity = data.back().size() * sizeof(int64_t);
        dataset.input(i, given);
      }
      std::vector<std::vector<unsigned char>> room(outputs.size(), std::vector<unsigned char>(65536, kUntouched));
      for (size_t i = 0; i < outputs.size(); ++i) dataset.output_buffer(i, room[i].data(), room[i].size());
      context.run(dataset);
      for (size_t i = 0; i < outputs.size(); ++i) {
        const TensorView result = dataset.output(i);
        const gbx_tensor c = result.c();
        size_t bytes = 0;
        check(gbx_tensor_bytes(&c, &bytes));
        EXPECT_EQ(result.data, room[i].data());
        for (size_t at = bytes; at < room[i].size(); ++at) ASSERT_EQ(room[i][at], kUntouched) << name << " output " << i << " byte " << at;
      }
    }
  }
}

TEST(CApi, DataDependentOutputsAreToldToBeTooLarge) {
  const Model model = load("nonzero");
  Dataset dataset(model);
  Context context(model);
  const std::vector<float> x = {1, 0, 1, 1};
  std::vector<int64_t> where(3, -7), twice(3, -7);
  dataset.input(0, view(x.data(), {4}));
  dataset.output_buffer(0, where.data(), 24);
  dataset.output_buffer(1, twice.data(), 16);
  EXPECT_EQ(error_of([&] { context.run(dataset); }), "invalid_argument: output 'twice' needs 24 bytes, its buffer has 16");
  EXPECT_EQ(twice, std::vector<int64_t>(3, -7));
  dataset.output_buffer(1, twice.data(), 24);
  context.run(dataset);
  EXPECT_EQ(where, (std::vector<int64_t>{0, 2, 3}));
  EXPECT_EQ(twice, (std::vector<int64_t>{0, 4, 6}));
}

TEST(CApi, PassedThroughOutputsAreTheCallersOwn) {
  const Model model = load("passed");
  Dataset dataset(model);
  Context context(model);
  std::vector<float> x = iota(4);
  std::vector<float> first(4), other(4);
  dataset.input(0, view(x.data(), {4}));
  context.run(dataset);
  x.assign(4, 0);  // the results are no view of the input
  EXPECT_EQ(values<float>(dataset.output(0)), iota(4));
  EXPECT_EQ(values<float>(dataset.output(1)), (std::vector<float>{0, -1, -2, -3}));
  EXPECT_EQ(values<float>(dataset.output(2)), iota(4));
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i);
  dataset.output_buffer(0, first.data(), 16);
  dataset.output_buffer(2, other.data(), 16);
  context.run(dataset);
  EXPECT_EQ(first, iota(4));
  EXPECT_EQ(other, iota(4));
  EXPECT_EQ(values<float>(dataset.output(1)), (std::vector<float>{0, -1, -2, -3}));
}

TEST(CApi, BuffersMustNotOverlap) {
  const Model model = load("mask");
  Dataset dataset(model);
  Context context(model);
  std::vector<int64_t> ids(6), room(12);
  std::vector<float> mask(6);
  dataset.input("ids", view(ids.data(), {2, 3}));
  dataset.input("mask", view(mask.data(), {2, 3}));
  dataset.output_buffer(0, room.data(), 48);
  dataset.output_buffer(1, room.data() + 5, 56);
  EXPECT_EQ(error_of([&] { context.run(dataset); }), "invalid_argument: the buffers of the outputs 'scores' and 'count' overlap");
  dataset.output_buffer(0, mask.data(), 24);
  EXPECT_EQ(error_of([&] { context.run(dataset); }), "invalid_argument: the buffer of output 'scores' overlaps input 'mask'");
  EXPECT_EQ(error_of([&] { dataset.output_buffer(1, reinterpret_cast<char*>(room.data()) + 4, 8); }),
            "invalid_argument: the buffer of output 'count' is not aligned to its elements of 8 bytes");
  dataset.output_buffer(0, room.data(), 40);
  context.run(dataset);
}

}  // namespace
}  // namespace gearbox::testing
