#include "base/new_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace gearbox {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

class NewFileTest : public testing::Test {
 protected:
  NewFileTest() : folder_(std::filesystem::path(testing::TempDir()) / "gearbox_new_file_test") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "folder");
  }
  ~NewFileTest() override { std::filesystem::remove_all(folder_); }

  size_t files() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator()));
  }

  std::filesystem::path folder_;
};

TEST_F(NewFileTest, TakesThePlaceOfTheOldOneWhenItIsComplete) {
  const std::string path = folder_ / "a";
  ASSERT_TRUE(write_file(path, "old").ok());
  ASSERT_TRUE(write_file(path + ".partial", "left by somebody").ok());
  {
    auto file = NewFile::create(path);
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE(file->write("new").ok());
    EXPECT_EQ(read(path), "old");
    ASSERT_TRUE(file->finish().ok());
    EXPECT_EQ(read(path), "new");
  }
  EXPECT_EQ(files(), 2u) << "the file and the folder";
}

TEST_F(NewFileTest, LeavesNothingWhereItIsGivenUp) {
  {
    auto file = NewFile::create(folder_ / "a");
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE(file->write("some").ok());
  }
  EXPECT_EQ(files(), 1u);
  EXPECT_EQ(NewFile::create(folder_ / "folder").status().code(), Code::kInvalidArgument);
  EXPECT_EQ(NewFile::create(folder_ / "missing" / "a").status().code(), Code::kInvalidArgument);
}

TEST_F(NewFileTest, ASizeThatIsTooLargeIsAnErrorNotASignal) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{4096, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string text(1 << 20, 'x');
  const Status large = write_file(folder_ / "large", text), fits = write_file(folder_ / "fits", text.substr(0, 4096));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_EQ(large.code(), Code::kResourceExhausted);
  EXPECT_NE(large.message().find("File too large"), std::string::npos) << large.message();
  EXPECT_TRUE(fits.ok()) << fits.message();
  EXPECT_EQ(files(), 2u);
}

TEST_F(NewFileTest, AFullDeviceIsAnError) {
  const Status status = write_file("/dev/full", "text");
  EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.message();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  EXPECT_TRUE(write_file("/dev/null", "text").ok());
}

TEST_F(NewFileTest, ALinkStaysOne) {
  const std::filesystem::path target = folder_ / "folder" / "target", link = folder_ / "link";
  ASSERT_TRUE(write_file(target, "old").ok());
  std::filesystem::create_symlink(target, link);
  ASSERT_TRUE(write_file(link, "new").ok());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read(target), "new");
}

TEST_F(NewFileTest, ALinkToNothingMakesWhatItNames) {
  const std::filesystem::path target = folder_ / "folder" / "target", link = folder_ / "link";
  std::filesystem::create_symlink("folder/target", link);
  ASSERT_TRUE(write_file(link, "text").ok());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read(target), "text");
}

TEST_F(NewFileTest, LinksInACircleLeadNowhere) {
  std::filesystem::create_symlink("b", folder_ / "a");
  std::filesystem::create_symlink("a", folder_ / "b");
  EXPECT_EQ(write_file(folder_ / "a", "text").code(), Code::kInvalidArgument);
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "a"));
}

TEST_F(NewFileTest, KeepsThePermissionsOfWhatItReplaces) {
  const std::filesystem::path path = folder_ / "private";
  ASSERT_TRUE(write_file(path, "old").ok());
  std::filesystem::permissions(path, std::filesystem::perms(04600));
  ASSERT_TRUE(write_file(path, "new").ok());
  struct stat is{};
  ASSERT_EQ(stat(path.c_str(), &is), 0);
  EXPECT_EQ(is.st_mode & 07777, 0600u) << "without what lends the owner's rights";
}

TEST_F(NewFileTest, DoesNotReplaceWhatMayNotBeWritten) {
  const std::filesystem::path path = folder_ / "kept";
  ASSERT_TRUE(write_file(path, "old").ok());
  std::filesystem::permissions(path, std::filesystem::perms::owner_read);
  std::filesystem::permissions(folder_, std::filesystem::perms::all);
  constexpr uid_t kNobody = 65534;  // the superuser may write everything
  const uid_t before = geteuid();
  if (before == 0) {
    ASSERT_EQ(seteuid(kNobody), 0);
  }
  const Status status = write_file(path, "new");
  ASSERT_EQ(seteuid(before), 0);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_EQ(read(path), "old");
}

TEST_F(NewFileTest, HasTheRightsOfAnyNewFile) {
  const mode_t before = umask(022);
  const bool written = write_file(folder_ / "a", "text").ok();
  umask(before);
  ASSERT_TRUE(written);
  EXPECT_EQ(std::filesystem::status(folder_ / "a").permissions(), std::filesystem::perms(0644));
}

}  // namespace
}  // namespace gearbox
