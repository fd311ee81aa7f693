#include "package/writer.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

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

}  // namespace
}  // namespace gearbox
