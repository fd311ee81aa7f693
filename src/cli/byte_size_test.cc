#include "cli/byte_size.h"

#include <gtest/gtest.h>

namespace gearbox::cli {
namespace {

TEST(ByteSize, Units) {
  EXPECT_EQ(*parse_byte_size("0"), 0U);
  EXPECT_EQ(*parse_byte_size("1048576"), 1048576U);
  EXPECT_EQ(*parse_byte_size("3k"), 3072U);
  EXPECT_EQ(*parse_byte_size("512M"), size_t{512} << 20);
  EXPECT_EQ(*parse_byte_size("2GiB"), size_t{2} << 30);
  EXPECT_EQ(*parse_byte_size("2GB"), size_t{2} << 30);
  EXPECT_EQ(*parse_byte_size("7B"), 7U);
}

TEST(ByteSize, RefusesTheRest) {
  for (const char* text : {"", "M", "-1", "1.5G", "12X", "12MM", "999999999999999999T", "9999999999999999999"})
    EXPECT_FALSE(parse_byte_size(text).ok()) << text;
  EXPECT_EQ(parse_byte_size("many").status().message(), "'many' is not a number of bytes: 1048576, 512K, 512M or 2G expected");
}

}  // namespace
}  // namespace gearbox::cli
