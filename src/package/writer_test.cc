#include "package/writer.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "package/sizes.h"

namespace gearbox {
namespace {

TEST(PackageWriter, ReplacesFilesButNothingElse) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "gearbox_writer_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "folder");
  const std::string file = folder / "file.gbx", pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_TRUE(write_package({}, file).ok());
  EXPECT_TRUE(write_package({}, file).ok());
  EXPECT_EQ(write_package({}, pipe).code(), Code::kInvalidArgument);
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_EQ(write_package({}, folder / "folder").code(), Code::kInvalidArgument);
  EXPECT_EQ(write_package({}, folder / "missing" / "file.gbx").code(), Code::kInvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(file + ".partial"));
  std::filesystem::remove_all(folder);
}

TEST(PackageWriter, SizesAreThoseOfTheFile) {
  PackageContents contents;
  contents.model_name = "sizes";
  contents.code.assign(5000, 0x90);
  ProgramValue weight;
  weight.storage = Storage::kConstant;
  weight.constant = Literal::allocate(DType::kF32, {1000});
  contents.programs.emplace_back().values = {weight, weight};
  const std::string file = std::filesystem::path(::testing::TempDir()) / "gearbox_sizes_test.gbx";
  ASSERT_TRUE(write_package(contents, file).ok());
  const PackageSizes sizes = package_sizes(contents);
  EXPECT_EQ(sizes.file, std::filesystem::file_size(file));
  EXPECT_EQ(sizes.code, 5000u);
  EXPECT_EQ(sizes.weights, 4032u) << "stored once, up to a multiple of 64";
  EXPECT_GT(sizes.metadata, 0u);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace gearbox
