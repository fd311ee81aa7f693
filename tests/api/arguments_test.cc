#include <cstring>

#include "api/capi_test_support.h"

extern "C" int gbx_c11_test(void);

namespace gearbox::testing {
namespace {

TEST(CApi, HeadersAreC11) { EXPECT_EQ(gbx_c11_test(), 0); }

TEST(CApi, TellsItsVersions) {
  EXPECT_EQ(gbx_abi_version(), GBX_ABI_VERSION);
  EXPECT_STREQ(gbx_version(), "0.1.0");
}

TEST(CApi, Acceptance099_NullArgumentsAreErrors) {
  const Model model = load("fixed");
  Dataset dataset(model);
  Context context(model);
  const Package package = Package::compile(model_path("fixed"));
  gbx_tensor tensor = {};
  gbx_value_info value = GBX_VALUE_INFO_INIT;
  gbx_symbol_info symbol = GBX_SYMBOL_INFO_INIT;
  gbx_memory memory = GBX_MEMORY_INIT;
  gbx_package* made = nullptr;
  size_t index = 0;
  const auto missing = [](const std::string& function, const std::string& argument) {
    return "invalid_argument: " + function + ": argument '" + argument + "' is NULL";
  };
  EXPECT_EQ(error_of(gbx_tensor_bytes(nullptr, &index)), missing("gbx_tensor_bytes", "tensor"));
  EXPECT_EQ(error_of(gbx_tensor_bytes(&tensor, nullptr)), missing("gbx_tensor_bytes", "bytes"));
  EXPECT_EQ(error_of(gbx_compile_file(nullptr, nullptr, &made)), missing("gbx_compile_file", "path"));
  EXPECT_EQ(error_of(gbx_compile_file("x", nullptr, nullptr)), missing("gbx_compile_file", "out"));
  EXPECT_EQ(error_of(gbx_compile_memory(nullptr, 3, nullptr, nullptr, &made)), missing("gbx_compile_memory", "data"));
  EXPECT_EQ(error_of(gbx_compile_memory("x", 1, nullptr, nullptr, nullptr)), missing("gbx_compile_memory", "out"));
  EXPECT_EQ(error_of(gbx_package_open(nullptr, &made)), missing("gbx_package_open", "path"));
  EXPECT_EQ(error_of(gbx_package_open("x", nullptr)), missing("gbx_package_open", "out"));
  EXPECT_EQ(error_of(gbx_package_read(nullptr, 0, &made)), missing("gbx_package_read", "data"));
  EXPECT_EQ(error_of(gbx_package_read("x", 1, nullptr)), missing("gbx_package_read", "out"));
  EXPECT_EQ(error_of(gbx_package_save(nullptr, "x")), missing("gbx_package_save", "package"));
  EXPECT_EQ(error_of(gbx_package_save(package.c(), nullptr)), missing("gbx_package_save", "path"));
  EXPECT_EQ(error_of(gbx_thread_pool_create(1, nullptr)), missing("gbx_thread_pool_create", "out"));
  EXPECT_EQ(error_of(gbx_model_load(nullptr, nullptr, nullptr)), missing("gbx_model_load", "package"));
  EXPECT_EQ(error_of(gbx_model_load(package.c(), nullptr, nullptr)), missing("gbx_model_load", "out"));
  EXPECT_EQ(error_of(gbx_model_input(nullptr, 0, &value)), missing("gbx_model_input", "model"));
  EXPECT_EQ(error_of(gbx_model_input(model.c(), 0, nullptr)), missing("gbx_model_input", "info"));
  EXPECT_EQ(error_of(gbx_model_output(nullptr, 0, &value)), missing("gbx_model_output", "model"));
  EXPECT_EQ(error_of(gbx_model_output(model.c(), 0, nullptr)), missing("gbx_model_output", "info"));
  EXPECT_EQ(error_of(gbx_model_symbol(nullptr, 0, &symbol)), missing("gbx_model_symbol", "model"));
  EXPECT_EQ(error_of(gbx_model_symbol(model.c(), 0, nullptr)), missing("gbx_model_symbol", "info"));
  EXPECT_EQ(error_of(gbx_model_find_input(nullptr, "x", &index)), missing("gbx_model_find_input", "model"));
  EXPECT_EQ(error_of(gbx_model_find_input(model.c(), nullptr, &index)), missing("gbx_model_find_input", "name"));
  EXPECT_EQ(error_of(gbx_model_find_output(model.c(), "y", nullptr)), missing("gbx_model_find_output", "index"));
  EXPECT_EQ(error_of(gbx_dataset_create(nullptr, nullptr)), missing("gbx_dataset_create", "model"));
  EXPECT_EQ(error_of(gbx_dataset_create(model.c(), nullptr)), missing("gbx_dataset_create", "out"));
  EXPECT_EQ(error_of(gbx_dataset_set_input(nullptr, 0, &tensor)), missing("gbx_dataset_set_input", "dataset"));
  EXPECT_EQ(error_of(gbx_dataset_set_input(dataset.c(), 0, nullptr)), missing("gbx_dataset_set_input", "tensor"));
  EXPECT_EQ(error_of(gbx_dataset_set_input_by_name(dataset.c(), nullptr, &tensor)), missing("gbx_dataset_set_input_by_name", "name"));
  EXPECT_EQ(error_of(gbx_dataset_set_output_buffer(nullptr, 0, &tensor, 1)), missing("gbx_dataset_set_output_buffer", "dataset"));
  EXPECT_EQ(error_of(gbx_dataset_output(nullptr, 0, &tensor)), missing("gbx_dataset_output", "dataset"));
  EXPECT_EQ(error_of(gbx_dataset_output(dataset.c(), 0, nullptr)), missing("gbx_dataset_output", "tensor"));
  EXPECT_EQ(error_of(gbx_context_create(nullptr, nullptr, nullptr)), missing("gbx_context_create", "model"));
  EXPECT_EQ(error_of(gbx_context_create(model.c(), nullptr, nullptr)), missing("gbx_context_create", "out"));
  EXPECT_EQ(error_of(gbx_context_run(nullptr, dataset.c())), missing("gbx_context_run", "context"));
  EXPECT_EQ(error_of(gbx_context_run(context.c(), nullptr)), missing("gbx_context_run", "dataset"));
  EXPECT_EQ(error_of(gbx_context_run_async(context.c(), dataset.c(), nullptr, nullptr)), missing("gbx_context_run_async", "done"));
  EXPECT_EQ(error_of(gbx_context_memory(nullptr, &memory)), missing("gbx_context_memory", "context"));
  EXPECT_EQ(error_of(gbx_context_memory(context.c(), nullptr)), missing("gbx_context_memory", "memory"));
  EXPECT_EQ(made, nullptr);
}

TEST(CApi, FreeingNullDoesNothing) {
  gbx_status_free(nullptr);
  gbx_package_free(nullptr);
  gbx_thread_pool_free(nullptr);
  gbx_model_free(nullptr);
  gbx_dataset_free(nullptr);
  gbx_context_free(nullptr);
  EXPECT_EQ(gbx_model_input_count(nullptr) + gbx_model_output_count(nullptr) + gbx_model_symbol_count(nullptr), 0U);
  EXPECT_EQ(gbx_package_note_count(nullptr), 0U);
  EXPECT_EQ(gbx_package_note(nullptr, 0), nullptr);
}

TEST(CApi, StatusesHaveCodeMessageAndFacts) {
  gbx_status* status = nullptr;
  size_t index = 0;
  const Model model = load("conv");
  status = gbx_model_find_input(model.c(), "z", &index);
  EXPECT_EQ(gbx_status_code(status), GBX_INVALID_ARGUMENT);
  EXPECT_STREQ(gbx_status_message(status), "the model has no input 'z'; it takes");
  ASSERT_EQ(gbx_status_fact_count(status), 1U);
  EXPECT_STREQ(gbx_status_fact_key(status, 0), "x");
  EXPECT_STREQ(gbx_status_fact_value(status, 0), "f32[N,3,H,W]");
  EXPECT_EQ(gbx_status_fact_key(status, 1), nullptr);
  EXPECT_EQ(gbx_status_fact_value(status, 1), nullptr);
  EXPECT_STREQ(gbx_status_text(status), "the model has no input 'z'; it takes\n  x = f32[N,3,H,W]");
  gbx_status_free(status);
  EXPECT_EQ(gbx_status_code(nullptr), GBX_OK);
  EXPECT_STREQ(gbx_status_message(nullptr), "");
  EXPECT_STREQ(gbx_status_text(nullptr), "");
  EXPECT_EQ(gbx_status_fact_count(nullptr), 0U);
  EXPECT_STREQ(gbx_code_name(GBX_RESOURCE_EXHAUSTED), "resource_exhausted");
  EXPECT_STREQ(gbx_code_name(static_cast<gbx_code>(99)), "unknown");
}

/// As a program built against a later library would have it.
struct NewerOptions {
  gbx_context_options known;
  size_t unknown;
};

TEST(CApi, OptionsMayGrow) {
  const Model model = load("fixed");
  const auto create = [&](const gbx_context_options& options) {
    gbx_context* out = nullptr;
    gbx_status* status = gbx_context_create(model.c(), &options, &out);
    gbx_context_free(out);
    return error_of(status);
  };
  gbx_context_options older = GBX_CONTEXT_OPTIONS_INIT;
  older.struct_size = offsetof(gbx_context_options, plan_cache);
  older.plan_cache = 12345;  // not read
  EXPECT_EQ(create(older), "ok");
  NewerOptions newer = {GBX_CONTEXT_OPTIONS_INIT, 0};
  newer.known.struct_size = sizeof(newer);
  EXPECT_EQ(create(newer.known), "ok");
  newer.unknown = 1;
  EXPECT_EQ(create(newer.known), "unsupported: gbx_context_options: an option is set that this version of the library does not know");
  EXPECT_EQ(create({}), "invalid_argument: gbx_context_options: struct_size is 0, not sizeof(gbx_context_options)");

  Context context(model);
  gbx_memory memory = GBX_MEMORY_INIT;
  memory.struct_size = offsetof(gbx_memory, lower_bound);
  memory.lower_bound = 99;  // not written
  check(gbx_context_memory(context.c(), &memory));
  EXPECT_EQ(memory.lower_bound, 99U);
  EXPECT_EQ(memory.struct_size, offsetof(gbx_memory, lower_bound));
}

TEST(CApi, TensorsKnowTheirBytes) {
  const int64_t dims[] = {2, 3}, empty[] = {2, 0}, negative[] = {2, -1}, huge[] = {int64_t{1} << 62, 2};
  const auto bytes = [](const gbx_tensor& tensor) {
    size_t out = 0;
    const std::string error = error_of(gbx_tensor_bytes(&tensor, &out));
    return error == "ok" ? std::to_string(out) : error;
  };
  EXPECT_EQ(bytes({GBX_I64, 2, dims, nullptr, 0}), "48");
  EXPECT_EQ(bytes({GBX_F16, 2, empty, nullptr, 0}), "0");
  EXPECT_EQ(bytes({GBX_F32, 0, nullptr, nullptr, 0}), "4");
  EXPECT_EQ(bytes({GBX_F32, 2, negative, nullptr, 0}), "invalid_argument: a tensor has a negative extent: [2,-1]");
  EXPECT_EQ(bytes({GBX_U8, 2, huge, nullptr, 0}),
            "resource_exhausted: a tensor of extents [4611686018427387904,2] is beyond the address space");
  EXPECT_EQ(bytes({8, 0, nullptr, nullptr, 0}), "invalid_argument: 8 is not an element type");
  EXPECT_EQ(bytes({GBX_F32, -1, nullptr, nullptr, 0}), "invalid_argument: a tensor's rank is -1");
  EXPECT_EQ(bytes({GBX_F32, 1, nullptr, nullptr, 0}), "invalid_argument: a tensor has no extents: dims is NULL");
  EXPECT_STREQ(gbx_dtype_name(GBX_BF16), "bf16");
  EXPECT_EQ(gbx_dtype_name(300), nullptr);
  EXPECT_EQ(gbx_dtype_size(-1), 0U);
}

}  // namespace
}  // namespace gearbox::testing
