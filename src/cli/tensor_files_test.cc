#include "cli/tensor_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "cli/npy.h"

namespace gearbox::cli {
namespace {

using Names = std::vector<std::string>;

TEST(TensorFiles, EachNameHasAFileOfItsOwn) {
  EXPECT_EQ(npy_file_names(Names{"x", "a/b/c"}), (Names{"x.npy", "a_b_c.npy"}));
  EXPECT_EQ(npy_file_names(Names{"a/b", "a_b"}), (Names{"a_b_2.npy", "a_b.npy"}));
  EXPECT_EQ(npy_file_names(Names{"a/b", "a_b", "a_b_2", "a/b_2"}), (Names{"a_b_3.npy", "a_b.npy", "a_b_2.npy", "a_b_2_2.npy"}));
  EXPECT_EQ(npy_file_names(Names{"y", "y"}), (Names{"y.npy", "y_2.npy"}));
}

class InputWords : public testing::Test {
 protected:
  InputWords() {
    for (const char* file : {"/f.npy", "/b=f.npy"}) {
      EXPECT_TRUE(write_npy(folder_ + file, {DType::kF32, std::vector<int64_t>{0}, nullptr}).ok());
    }
  }
  ~InputWords() override { std::filesystem::remove_all(folder_); }
  /// The input that a word names, or the error.
  std::string name(const std::string& word, const Names& inputs) {
    const auto read = read_inputs(Names{word}, inputs);
    return read.ok() ? read.value().begin()->first : read.status().message();
  }
  static std::string make_folder() {
    std::string folder = testing::TempDir() + "tensor_files_XXXXXX";
    return mkdtemp(folder.data());
  }
  std::string folder_ = make_folder();
};

TEST_F(InputWords, ANameMayHoldTheSeparator) {
  EXPECT_EQ(name("a=" + folder_ + "/f.npy", {"a"}), "a");
  EXPECT_EQ(name("a=b=" + folder_ + "/f.npy", {"x", "a=b"}), "a=b");
  EXPECT_EQ(name("\"a=b\"=" + folder_ + "/f.npy", {"x", "a=b"}), "a=b");
  EXPECT_EQ(name("a=" + folder_ + "/b=f.npy", {"a", "a=" + folder_ + "/b"}), "a");
  EXPECT_EQ(name("a=b=" + folder_ + "/f.npy", {"a", "a=b"}), "a=b");
  EXPECT_EQ(input_word_problem("a=b=" + folder_ + "/f.npy"), "");
}

TEST_F(InputWords, ErrorsNameTheWord) {
  EXPECT_EQ(input_word_problem("a"), "'a' is not NAME=FILE");
  EXPECT_EQ(input_word_problem("a=none.npy"), "there is no file none.npy");
  EXPECT_EQ(input_word_problem("a=none.txt"), "'none.txt' ends neither in .npy nor in .pb");
  const Names twice = {"a=" + folder_ + "/f.npy", "a=" + folder_ + "/b=f.npy"};
  EXPECT_EQ(read_inputs(twice, Names{"a"}).status().message(), "--input gives 'a' twice");
}

}  // namespace
}  // namespace gearbox::cli
