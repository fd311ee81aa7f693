#include "base/printable_text.h"

#include <gtest/gtest.h>

namespace gearbox {
namespace printable_text_tests {

TEST(PrintableText, ShowsControlBytes) {
  EXPECT_EQ(printable("x: größe [3]", false), "x: größe [3]");
  EXPECT_EQ(printable(std::string_view("a\0b\x1b[31m\x7f", 8), false), "a\\x00b\\x1b[31m");
  EXPECT_EQ(printable("\x7f\r", true), "\\x7f\\x0d");
  EXPECT_EQ(printable("a\n\tb", true), "a\n\tb");
  EXPECT_EQ(printable("a\n\tb", false), "a\\x0a\\x09b");
  EXPECT_EQ(printable("", false), "");
  EXPECT_EQ(printable("a\x9b"
                      "31m \xc2\x9b\xc3\x9f",
                      true),
            "a\\x9b31m \\xc2\\x9bß");
  EXPECT_EQ(printable("\xe2\x80\xaepmb.x \xe2\x80\xa8", true), "\\xe2\\x80\\xaepmb.x \\xe2\\x80\\xa8");
  EXPECT_EQ(printable("\xc3", true), "\\xc3");
}

}  // namespace printable_text_tests
}  // namespace gearbox
