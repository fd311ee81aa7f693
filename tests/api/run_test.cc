#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>

#include "api/capi_test_support.h"

namespace gearbox::testing {
namespace {

TEST(CApi, LoadsAndRuns) {
  const Model model = load("conv");
  Dataset dataset(model);
  Context context(model);
  const std::vector<float> x = iota(2 * 3 * 1 * 2);
  dataset.input("x", view(x.data(), {2, 3, 1, 2}));
  context.run(dataset);
  const TensorView y = dataset.output(model.output_index("y"));
  EXPECT_EQ(y.dims, (std::vector<int64_t>{2, 2, 1, 2}));
  // Weights 1 2 3 and -1 0 1 over channels, then Relu.
  EXPECT_EQ(values<float>(y), (std::vector<float>{16, 22, 4, 4, 52, 58, 4, 4}));
  EXPECT_EQ(context.memory().output_bytes, 32U);
}

TEST(CApi, PackagesGoThroughFilesAndMemory) {
  const std::string path = ::testing::TempDir() + "capi_relu.gbx", model = relu_onnx();
  Package::compile_memory(model.data(), model.size()).save(path);
  std::string bytes;
  {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    ASSERT_NE(file, nullptr);
    for (int c; (c = std::fgetc(file)) != EOF;) bytes += static_cast<char>(c);
    std::fclose(file);
  }
  for (const Package& package : {Package::open(path), Package::read(bytes.data(), bytes.size())}) {
    const Model loaded(package);
    Dataset dataset(loaded);
    const std::vector<float> x = {-1, 2, -3, 4};
    dataset.input(0, view(x.data(), {1, 4}));
    Context(loaded).run(dataset);
    EXPECT_EQ(values<float>(dataset.output(0)), (std::vector<float>{0, 2, 0, 4}));
  }
  std::remove(path.c_str());
  EXPECT_EQ(error_of([&] { Package::open(path); }), "not_found: no such file: " + path);
  EXPECT_EQ(error_of([&] { Package::read(bytes.data(), 10); }), "corrupt: not a Gearbox package: only 10 bytes");
  EXPECT_EQ(error_of([] { Package::compile_memory("nonsense", 8); }).substr(0, 20), "corrupt: the model: ");
}

TEST(CApi, DescribesInputsOutputsAndSymbols) {
  const Model model = load("conv", {.symbols = "N=1..4, H=8..:8"});
  const std::vector<ValueInfo> inputs = model.inputs(), outputs = model.outputs();
  ASSERT_EQ(inputs.size(), 1U);
  EXPECT_EQ(inputs[0].name, "x");
  EXPECT_EQ(inputs[0].dtype, GBX_F32);
  EXPECT_EQ(inputs[0].dims, (std::vector<int64_t>{-1, 3, -1, -1}));
  EXPECT_EQ(inputs[0].extents[0] + inputs[0].extents[1] + inputs[0].extents[3], "N3W");
  ASSERT_EQ(outputs.size(), 1U);
  EXPECT_EQ(outputs[0].name, "y");
  EXPECT_EQ(outputs[0].dims, (std::vector<int64_t>{-1, 2, -1, -1}));
  bool seen = false;
  for (const SymbolInfo& symbol : model.symbols()) {
    if (symbol.name != "N") continue;
    seen = true;
    EXPECT_EQ(symbol.lower, 1);
    EXPECT_EQ(symbol.upper, 4);
    EXPECT_EQ(symbol.epoch, GBX_EPOCH_CALL);
    EXPECT_EQ(symbol.sources, "x[0]");
  }
  EXPECT_TRUE(seen);
  gbx_value_info info = GBX_VALUE_INFO_INIT;
  EXPECT_EQ(error_of(gbx_model_input(model.c(), 7, &info)), "invalid_argument: there is no input 7: the model has 1");
  EXPECT_EQ(error_of([&] { model.output_index("z"); }),
            "invalid_argument: the model has no output 'z'; it gives\n  y = " + outputs[0].type);
}

TEST(CApi, CompileOptionsAreTheCommandLinesWords) {
  EXPECT_EQ(error_of([] { load("conv", {.target = "x86-64-v9"}); }),
            "invalid_argument: 'x86-64-v9' is not a target: native, x86-64-v2, x86-64-v3 or x86-64-v4");
  EXPECT_EQ(load("mask", {.dims = {"ids.1=seq"}}).inputs()[1].type, "f32[B,seq]");
  EXPECT_EQ(load("conv", {.input_shape = "x:4,-1,-1,-1"}).inputs()[0].type.substr(0, 6), "f32[4,");
  const std::string wrong = error_of([] { load("conv", {.symbols = "Q=1", .asserts = {"N >= 1"}}); });
  EXPECT_NE(wrong.find("--symbols"), std::string::npos) << wrong;
  std::vector<std::string> lines;
  CompileOptions logged;
  logged.log = [&](std::string_view channel, std::string_view text) { lines.push_back(std::string(channel) + ":" + std::string(text)); };
  load("conv", logged);
  EXPECT_FALSE(lines.empty());
  gbx_compile_options options = GBX_COMPILE_OPTIONS_INIT;
  options.assert_count = 1;
  gbx_package* out = nullptr;
  EXPECT_EQ(error_of(gbx_compile_file(model_path("conv").c_str(), &options, &out)),
            "invalid_argument: gbx_compile_options: item 0 of asserts is NULL");
}

TEST(CApi, FasterAlgorithmsThatRoundMoreAreLeftOutOnRequest) {
  const auto mixes = [](const CompileOptions& options) {
    const Package package = Package::compile(model_path("product"), options);
    const std::string path = ::testing::TempDir() + "capi_product.gbx";
    package.save(path);
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {}).find("mixes") != std::string::npos;
  };
  EXPECT_TRUE(mixes({}));
  EXPECT_FALSE(mixes({.exact_products = true}));
}

TEST(CApi, InputsAreCheckedWhenGiven) {
  const Model model = load("mask");
  Dataset dataset(model);
  std::vector<float> data(16);
  const int64_t dims[] = {2, 3};
  const auto set = [&](size_t index, const gbx_tensor& tensor) { return error_of(gbx_dataset_set_input(dataset.c(), index, &tensor)); };
  EXPECT_EQ(set(2, {GBX_F32, 2, dims, data.data(), 64}), "invalid_argument: there is no input 2: the model has 2");
  EXPECT_EQ(set(1, {99, 2, dims, data.data(), 64}), "invalid_argument: input 'mask' has the element type 99, which is none");
  EXPECT_EQ(set(1, {GBX_F32, 2, dims, data.data(), 23}), "invalid_argument: input 'mask' of extents [2,3] needs 24 bytes, 23 given");
  EXPECT_EQ(set(1, {GBX_F32, 2, nullptr, data.data(), 64}), "invalid_argument: input 'mask' has no extents: dims is NULL");
  EXPECT_EQ(set(1, {GBX_F32, 2, dims, nullptr, 64}), "invalid_argument: input 'mask' has no data: data is NULL");
  EXPECT_EQ(set(1, {GBX_F32, -2, dims, data.data(), 64}), "invalid_argument: input 'mask' has rank -2; 0 to 64 are possible");
  EXPECT_EQ(set(1, {GBX_F32, 2, dims, reinterpret_cast<char*>(data.data()) + 1, 60}),
            "invalid_argument: input 'mask' is not aligned to its elements of 4 bytes");
}

TEST(CApi, UnevenAddressesOfElementsAreFine) {
  const Model model = load("conv");
  Dataset dataset(model);
  Context context(model);
  std::vector<float> x = iota(1 + 3 * 7 * 9), y(2 + 2 * 7 * 9, -1);
  for (size_t shift : {0, 1}) {
    dataset.input(0, view(x.data() + shift, {1, 3, 7, 9}));
    dataset.output_buffer(0, y.data() + shift, (y.size() - shift) * sizeof(float));
    context.run(dataset);
    EXPECT_EQ(y[shift + 5], 6 * (5 + static_cast<float>(shift)) + 2 * 63 + 3 * 126);
  }
}

TEST(CApi, ResultsKnowWhenTheyAreGone) {
  const Model model = load("fixed");
  Context context(model);
  Dataset first(model), second(model);
  const std::vector<float> x = iota(6);
  EXPECT_EQ(error_of([&] { first.output(0); }), "invalid_argument: the dataset has no results: it has not run, or its last run failed");
  first.input(0, view(x.data(), {2, 3}));
  second.input(0, view(x.data(), {2, 3}));
  context.run(first);
  EXPECT_EQ(error_of([&] { first.output(0); }), "ok");
  EXPECT_EQ(error_of([&] { first.output(1); }), "invalid_argument: there is no output 1: the model has 1");
  context.run(second);
  EXPECT_EQ(error_of([&] { first.output(0); }), "invalid_argument: output 'y' is gone: its context has run again");
  first.input(0, view(x.data(), {3, 2}));
  EXPECT_NE(error_of([&] { context.run(first); }), "ok");
  EXPECT_EQ(error_of([&] { first.output(0); }), "invalid_argument: the dataset has no results: it has not run, or its last run failed");
  const Model other = load("fixed");
  EXPECT_EQ(error_of([&] { Context(other).run(first); }), "invalid_argument: the dataset is for another model than the context");
}

TEST(CApi, HandlesMayBeFreedInAnyOrder) {
  const std::vector<float> x = iota(6);
  auto package = std::make_unique<Package>(Package::compile(model_path("fixed")));
  auto pool = std::make_unique<ThreadPool>(2);
  auto model = std::make_unique<Model>(*package, *pool);
  pool = nullptr;
  package = nullptr;
  auto context = std::make_unique<Context>(*model);
  Dataset dataset(*model);
  const std::string name = model->outputs()[0].name;
  model = nullptr;
  dataset.input(0, view(x.data(), {2, 3}));
  context->run(dataset);
  context = nullptr;
  EXPECT_EQ(values<float>(dataset.output(0))[5], -5);
}

TEST(CApi, MemoryLimitIsKept) {
  const Model model = load("conv");
  Context context(model, 1 << 20);
  Dataset dataset(model);
  const std::vector<float> x(3 * 512 * 512);
  dataset.input(0, view(x.data(), {1, 3, 512, 512}));
  EXPECT_EQ(error_of([&] { context.run(dataset); }),
            "resource_exhausted: this call needs 8388608 bytes of working memory and 2097152 of outputs, the limit is 1048576\n"
            "  'y_1' [1,2,512,512] = 8388608 bytes\n  'y' [1,2,512,512] = 2097152 bytes");
  dataset.input(0, view(x.data(), {1, 3, 4, 4}));
  context.run(dataset);
  EXPECT_LE(context.memory().arena_bytes, size_t{1} << 20);
}

TEST(CApi, TracesTheExtentsOfEachStep) {
  const Model model = load("nonzero");
  Context context(model);
  Dataset dataset(model);
  std::string lines;
  check(gbx_context_trace(
      context.c(),
      [](void* user, const gbx_traced_value* value) {
        std::string& out = *static_cast<std::string*>(user);
        out += std::string(value->op) + " " + value->name + " " + value->type + " of";
        for (int32_t axis = 0; axis < value->rank; ++axis) out += " " + std::to_string(value->dims[axis]);
        out += value->differs ? " differs\n" : "\n";
      },
      &lines));
  const std::vector<float> x = {1, 0, 1};
  dataset.input(0, view(x.data(), {3}));
  context.run(dataset);
  EXPECT_EQ(lines, "NonZero where i64[1,\"where.1\"] of 1 2\nFusedLoop twice i64[1,\"where.1\"] of 1 2\n");
  lines.clear();
  check(gbx_context_trace(context.c(), nullptr, nullptr));
  context.run(dataset);
  EXPECT_EQ(lines, "");
}

TEST(CApi, ThreadsAreWithinReason) {
  const Package package = Package::compile(model_path("fixed"));
  EXPECT_EQ(error_of([&] { Model(package, -1); }), "invalid_argument: threads is -1; 1 to 1024 are possible");
  EXPECT_EQ(error_of([] { ThreadPool(0); }), "invalid_argument: threads is 0; 1 to 1024 are possible");
}

}  // namespace
}  // namespace gearbox::testing
