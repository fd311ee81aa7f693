#include "cli/npy.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "base/half.h"

namespace gearbox::cli {
namespace {

std::string file_bytes(const std::string& header, const std::string& data, char version = 1) {
  std::string out("\x93NUMPY", 6);
  out += {version, 0, static_cast<char>(header.size() & 255), static_cast<char>(header.size() >> 8)};
  if (version > 1) out += std::string(2, '\0');
  return out + header + data;
}

std::string error_of(const std::string& bytes) { return parse_npy(bytes).status().message(); }

class NpyFile : public ::testing::Test {
 protected:
  std::string path_ = ::testing::TempDir() + "npy_test_" + std::to_string(::getpid()) + ".npy";
  void TearDown() override { std::remove(path_.c_str()); }
  Literal round_trip(const Literal& in) {
    EXPECT_TRUE(write_npy(path_, {in.dtype(), in.dims(), const_cast<void*>(in.data())}).ok());
    auto out = read_npy(path_);
    EXPECT_TRUE(out.ok()) << out.status().text();
    return out.ok() ? *out : Literal();
  }
};

TEST_F(NpyFile, RoundTripsEveryType) {
  for (const DType type : {DType::kF16, DType::kF32, DType::kF64, DType::kI8, DType::kU8, DType::kI16, DType::kU16, DType::kI32,
                           DType::kU32, DType::kI64, DType::kU64, DType::kBool}) {
    Literal in = Literal::allocate(type, {2, 3});
    for (size_t i = 0; i < in.bytes(); ++i)
      static_cast<unsigned char*>(in.mutable_data())[i] = static_cast<unsigned char>(type == DType::kBool ? i % 2 : 37 * i);
    EXPECT_TRUE(in.same(round_trip(in))) << dtype_name(type);
  }
}

TEST_F(NpyFile, RoundTripsEveryRankAndEmptyTensors) {
  for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {1}, {0}, {4, 0, 2}, {1, 1, 1, 1, 2}}) {
    const Literal in = Literal::allocate(DType::kF32, dims);
    EXPECT_TRUE(in.same(round_trip(in)));
  }
}

TEST_F(NpyFile, WidensBFloat16) {
  const BFloat16 value(1.5F);
  Tensor tensor{DType::kBF16, {}, const_cast<BFloat16*>(&value)};
  ASSERT_TRUE(write_npy(path_, tensor).ok());
  EXPECT_EQ(read_npy(path_)->values<float>()[0], 1.5F);
}

TEST_F(NpyFile, DataStartsAligned) {
  const Literal in = Literal::scalar(2.0F);
  ASSERT_TRUE(write_npy(path_, {in.dtype(), in.dims(), const_cast<void*>(in.data())}).ok());
  std::ifstream file(path_, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  EXPECT_EQ(bytes.view().size() % 64, 4U);
}

TEST(Npy, ReadsOtherSpellings) {
  EXPECT_EQ(parse_npy(file_bytes("{\"shape\": (2, ), \"fortran_order\": False, \"descr\": \"|u1\"}", "ab"))->values<uint8_t>()[1], 'b');
  EXPECT_EQ(parse_npy(file_bytes("{'descr': '=u2', 'fortran_order': False, 'shape': (1,)}", "ab", 2))->elements(), 1);
}

TEST(Npy, RefusesWhatItCannotRead) {
  EXPECT_EQ(error_of("PK"), "not a .npy file");
  EXPECT_EQ(error_of(file_bytes("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", "abcd")),
            "element type '>f4' is not supported (little-endian f2 f4 f8, i1 to i8, u1 to u8 and b1 are)");
  EXPECT_EQ(error_of(file_bytes("{'descr': [('a','<f4')], 'fortran_order': False, 'shape': (1,)}", "abcd")),
            "it holds records, a plain tensor is expected");
  EXPECT_EQ(error_of(file_bytes("{'descr': '<f4', 'fortran_order': True, 'shape': (1,)}", "abcd")),
            "it is in Fortran order; save numpy.ascontiguousarray(x)");
  EXPECT_EQ(error_of(file_bytes("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "abcd")),
            "it holds 4 bytes of data, which is not what its shape needs");
  EXPECT_EQ(error_of(file_bytes("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904,4)}", "")),
            "the header's shape is malformed");
  EXPECT_EQ(error_of(file_bytes("{'descr': '<f4', 'shape': (2,)}", "")), "the header has no entry 'fortran_order'");
  EXPECT_EQ(error_of(std::string("\x93NUMPY\x01\x00\xff\xff", 10)), "the header is cut off");
  EXPECT_EQ(error_of(file_bytes("", "", 4)), ".npy format 4; formats 1 to 3 are read");
  EXPECT_EQ(parse_npy(file_bytes("{'descr': '<f4', 'fortran_order': True, 'shape': ()}", "")).status().code(), Code::kUnsupported);
}

TEST(Npy, HostileHeadersGiveErrors) {
  const std::string good = file_bytes("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", "abcd");
  for (size_t cut = 0; cut < good.size(); ++cut) EXPECT_FALSE(parse_npy(std::string_view(good).substr(0, cut)).ok()) << cut;
}

}  // namespace
}  // namespace gearbox::cli
