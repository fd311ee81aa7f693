#include "import/onnx/tensor_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/half.h"
#include "import/onnx/onnx.pb.h"

namespace gearbox::onnx {
namespace {

class TensorFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  Result<NamedTensor> read(const TensorProto& tensor) {
    std::ofstream(path_, std::ios::binary) << tensor.SerializeAsString();
    return read_tensor_pb(path_);
  }
  std::string path_ = (std::filesystem::temp_directory_path() / "gearbox_tensor_file_test.pb").string();
};

TEST_F(TensorFile, ReadsEveryTypedField) {
  auto expect = [&](TensorProto::DataType type, auto fill, std::vector<double> expected) {
    TensorProto tensor;
    tensor.set_name("t");
    tensor.set_data_type(type);
    tensor.add_dims(static_cast<int64_t>(expected.size()));
    fill(tensor);
    Result<NamedTensor> result = read(tensor);
    ASSERT_TRUE(result.ok()) << result.status().message();
    EXPECT_EQ(result->name, "t");
    EXPECT_EQ(result->tensor.as_double(), expected) << type;
  };
  auto small = [](TensorProto& tensor) { tensor.add_int32_data(1), tensor.add_int32_data(0); };
  for (auto type :
       {TensorProto::UINT8, TensorProto::INT8, TensorProto::UINT16, TensorProto::INT16, TensorProto::INT32, TensorProto::BOOL}) {
    expect(type, small, {1, 0});
  }
  expect(TensorProto::FLOAT16, [](TensorProto& tensor) { tensor.add_int32_data(Half(1.5f).bits), tensor.add_int32_data(0x8000); },
         {1.5, -0.0});
  expect(TensorProto::BFLOAT16, [](TensorProto& tensor) { tensor.add_int32_data(BFloat16(-2.0f).bits); }, {-2});
  expect(TensorProto::FLOAT, [](TensorProto& tensor) { tensor.add_float_data(0.5f); }, {0.5});
  expect(TensorProto::DOUBLE, [](TensorProto& tensor) { tensor.add_double_data(0.1); }, {0.1});
  expect(TensorProto::INT64, [](TensorProto& tensor) { tensor.add_int64_data(-7); }, {-7});
  expect(TensorProto::UINT64, [](TensorProto& tensor) { tensor.add_uint64_data(7); }, {7});
  expect(TensorProto::UINT32, [](TensorProto& tensor) { tensor.add_uint64_data(4000000000u); }, {4e9});
  expect(TensorProto::FLOAT, [](TensorProto&) {}, {});
}

TEST_F(TensorFile, ReadsRawData) {
  TensorProto tensor;
  tensor.set_data_type(TensorProto::FLOAT);
  tensor.add_dims(2);
  tensor.add_dims(500);
  std::vector<float> values(1000);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  tensor.set_raw_data(values.data(), values.size() * 4);
  Result<NamedTensor> result = read(tensor);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->tensor.dims(), (std::vector<int64_t>{2, 500}));
  EXPECT_EQ(std::vector<float>(result->tensor.values<float>().begin(), result->tensor.values<float>().end()), values);
}

TEST_F(TensorFile, TellsWhatIsWrong) {
  EXPECT_EQ(read_tensor_pb(path_).status().code(), Code::kNotFound);
  std::ofstream(path_, std::ios::binary) << "\x08\xff";
  EXPECT_EQ(read_tensor_pb(path_).status().code(), Code::kCorrupt);
  TensorProto tensor;
  tensor.set_data_type(TensorProto::FLOAT8E5M2);
  Result<NamedTensor> result = read(tensor);
  EXPECT_EQ(result.status().code(), Code::kUnsupported);
  EXPECT_NE(result.status().message().find(path_), std::string::npos);
}

}  // namespace
}  // namespace gearbox::onnx
