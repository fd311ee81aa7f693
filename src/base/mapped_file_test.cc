#include "base/mapped_file.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

namespace gearbox {
namespace mapped_file_tests {

constexpr size_t kHugePage = size_t{2} << 20;

class MappedFileTest : public testing::Test {
 protected:
  std::string write(const std::string& content) {
    std::ofstream(path_, std::ios::binary) << content;
    return path_;
  }
  void TearDown() override { std::filesystem::remove(path_); }
  const std::string path_ = testing::TempDir() + "/mapped_file_" + testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(MappedFileTest, ShowsTheFilesBytesAndMoves) {
  Result<MappedFile> file = MappedFile::open(write("gearbox"));
  ASSERT_TRUE(file.ok()) << file.status().text();
  const std::byte* data = file->bytes().data();
  MappedFile moved = std::move(*file);
  moved = MappedFile(std::move(moved));
  ASSERT_EQ(moved.bytes().size(), 7u);
  EXPECT_EQ(moved.bytes().data(), data);
  EXPECT_EQ(std::memcmp(data, "gearbox", 7), 0);
}

TEST_F(MappedFileTest, EmptyFileHasNoBytes) {
  Result<MappedFile> file = MappedFile::open(write(""));
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(file->bytes().empty());
}

TEST_F(MappedFileTest, NamesWhatIsWrong) {
  const Status missing = MappedFile::open("/no/such/file").status();
  EXPECT_EQ(missing.code(), Code::kNotFound);
  EXPECT_NE(missing.message().find("/no/such/file"), std::string::npos);
  EXPECT_EQ(MappedFile::open(testing::TempDir()).status().code(), Code::kInvalidArgument);
}

TEST(HugeBuffer, GrowsAndNeverShrinks) {
  HugeBuffer buffer;
  EXPECT_TRUE(buffer.reserve(0).ok());
  EXPECT_EQ(buffer.data(), nullptr);
  ASSERT_TRUE(buffer.reserve(100).ok());
  EXPECT_GE(buffer.capacity(), 100u);
  std::memset(buffer.data(), 1, buffer.capacity());

  ASSERT_TRUE(buffer.reserve(3 * kHugePage + 1).ok());
  const std::byte* data = buffer.data();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % kHugePage, 0u);
  EXPECT_EQ(buffer.capacity(), 4 * kHugePage);
  EXPECT_EQ(buffer.data()[0], std::byte{0});
  std::memset(buffer.data(), 2, buffer.capacity());

  ASSERT_TRUE(buffer.reserve(100).ok());
  EXPECT_EQ(buffer.data(), data);
  EXPECT_EQ(buffer.capacity(), 4 * kHugePage);
}

TEST(HugeBuffer, SmallGrowthKeepsTheTouchedPages) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "pages are not moved under ThreadSanitizer, which does not follow them";
#endif
  HugeBuffer buffer;
  ASSERT_TRUE(buffer.reserve(100).ok());
  std::memset(buffer.data(), 7, buffer.capacity());
  ASSERT_TRUE(buffer.reserve(300'000).ok());
  EXPECT_GE(buffer.capacity(), 300'000u);
  EXPECT_EQ(buffer.data()[4095], std::byte{7});
  EXPECT_EQ(buffer.data()[299'999], std::byte{0});
}

TEST(HugeBuffer, ReportsWhatTheSystemCannotGive) {
  HugeBuffer buffer;
  ASSERT_TRUE(buffer.reserve(10).ok());
  const std::byte* data = buffer.data();
  for (size_t bytes : {size_t{1} << 60, std::numeric_limits<size_t>::max()}) {
    EXPECT_EQ(buffer.reserve(bytes).code(), Code::kResourceExhausted);
    EXPECT_EQ(buffer.data(), data);
  }
}

TEST(HugeBuffer, Moves) {
  HugeBuffer a;
  ASSERT_TRUE(a.reserve(10).ok());
  std::byte* data = a.data();
  HugeBuffer b = std::move(a);
  EXPECT_EQ(a.data(), nullptr);  // NOLINT(bugprone-use-after-move): a moved-from buffer is empty
  EXPECT_EQ(b.data(), data);
  a = std::move(b);
  EXPECT_EQ(a.data(), data);
}

}  // namespace mapped_file_tests
}  // namespace gearbox
