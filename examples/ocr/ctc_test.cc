#include "ctc.h"

#include <gtest/gtest.h>

namespace ocr {
namespace {

/// One row for each class given, which gets 0.8; the others share the rest.
std::vector<float> rows(const std::vector<size_t>& classes, size_t count) {
  std::vector<float> values;
  for (const size_t best : classes) {
    for (size_t i = 0; i < count; ++i) values.push_back(i == best ? 0.8f : 0.2f / static_cast<float>(count - 1));
  }
  return values;
}

TEST(Ctc, DropsRepetitionsAndBlanks) {
  const Alphabet alphabet({"a", "b"});  // 0 blank, 1 a, 2 b, 3 space
  ASSERT_EQ(alphabet.classes(), 4u);
  const std::vector<size_t> classes = {0, 1, 1, 0, 1, 3, 2, 2, 0};
  const Reading reading = decode_greedily(rows(classes, 4), classes.size(), alphabet);
  EXPECT_EQ(reading.text, "aa b");
  EXPECT_NEAR(reading.confidence, 0.8, 1e-6);
}

TEST(Ctc, NothingReadIsNothingSure) {
  const Alphabet alphabet({"a"});
  EXPECT_EQ(decode_greedily({}, 0, alphabet).text, "");
  EXPECT_EQ(decode_greedily(rows({0, 0}, 3), 2, alphabet).confidence, 0);
}

TEST(Ctc, MissingKeysAreNamed) {
  const auto alphabet = Alphabet::read("no/such/keys.txt");
  ASSERT_FALSE(alphabet.ok());
  EXPECT_NE(alphabet.status().message().find("no/such/keys.txt"), std::string::npos);
}

}  // namespace
}  // namespace ocr
