#include "package/code_image.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <utility>
#include <vector>

namespace gearbox {
namespace {

/// nop; mov qword ptr [rdi], 42; ret
constexpr unsigned char kCode[] = {0x90, 0x48, 0xc7, 0x07, 42, 0, 0, 0, 0xc3};

std::span<const std::byte> code() { return std::as_bytes(std::span(kCode)); }

int64_t answer(const CodeImage& image, uint64_t offset) {
  LoopArgs args;
  image.loop(offset)(&args);
  return *const_cast<volatile int64_t*>(&args.columns);
}

TEST(CodeImage, RunsFromMemory) {
  Result<CodeImage> image = CodeImage::from_memory(code(), {});
  ASSERT_TRUE(image.ok()) << image.status().text();
  EXPECT_EQ(answer(*image, 0), 42);
  EXPECT_EQ(answer(*image, 1), 42);
  EXPECT_EQ(image->loop(sizeof(kCode)), nullptr);
}

TEST(CodeImage, MovesItsMemory) {
  Result<CodeImage> image = CodeImage::from_memory(code(), {});
  ASSERT_TRUE(image.ok());
  CodeImage moved = std::move(*image);
  EXPECT_EQ(answer(moved, 0), 42);
  EXPECT_EQ(image->loop(0), nullptr);
}

class CodeFile : public testing::Test {
 protected:
  void SetUp() override {
    file_ = std::tmpfile();
    ASSERT_NE(file_, nullptr);
    const std::vector<char> zeros(4096);
    std::fwrite(zeros.data(), 1, zeros.size(), file_);
    std::fwrite(kCode, 1, sizeof(kCode), file_);
    std::fflush(file_);
  }
  void TearDown() override { std::fclose(file_); }

  std::FILE* file_ = nullptr;
};

TEST_F(CodeFile, RunsFromAPage) {
  Result<CodeImage> image = CodeImage::from_file(fileno(file_), 4096, sizeof(kCode), {});
  ASSERT_TRUE(image.ok()) << image.status().text();
  EXPECT_EQ(answer(*image, 0), 42);
}

TEST_F(CodeFile, RunsFromAnUnalignedPlace) {
  Result<CodeImage> image = CodeImage::from_file(fileno(file_), 4097, sizeof(kCode) - 1, {});
  ASSERT_TRUE(image.ok()) << image.status().text();
  EXPECT_EQ(answer(*image, 0), 42);
}

TEST_F(CodeFile, RefusesWhatLiesBeyondTheEnd) {
  EXPECT_EQ(CodeImage::from_file(fileno(file_), 4096, 100, {}).status().code(), Code::kCorrupt);
  EXPECT_EQ(CodeImage::from_file(fileno(file_), 8192, 1, {}).status().code(), Code::kCorrupt);
  EXPECT_EQ(CodeImage::from_file(fileno(file_), ~uint64_t{0} - 4095, 4096, {}).status().code(), Code::kCorrupt);
}

TEST(CodeImage, MayBeEmpty) {
  Result<CodeImage> image = CodeImage::from_memory({}, {});
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->loop(0), nullptr);
}

TEST(CodeImage, NamesTheMissingFeature) {
  const std::vector<std::string> features = {"sse4.2", "amx-tile"};
  const Status status = CodeImage::from_memory(code(), features).status();
  EXPECT_EQ(status.code(), Code::kUnsupported);
  EXPECT_NE(status.message().find("amx-tile"), std::string::npos);
}

}  // namespace
}  // namespace gearbox
