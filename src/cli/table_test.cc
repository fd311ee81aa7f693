#include "cli/table.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gearbox::cli {
namespace {

TEST(Table, AlignsByCharactersNotBytes) {
  Table table("lr");
  table.row({"shape", "ms"});
  table.row({"1×3", "10.5"});
  table.row({"1×3×320", "–"});
  EXPECT_EQ(table.text(),
            "shape      ms\n"
            "1×3      10.5\n"
            "1×3×320     –\n");
  EXPECT_EQ(table.text(2).substr(0, 7), "  shape");
}

TEST(Table, EmptyCellsLeaveNoSpacesAtTheEnd) {
  Table table("ll");
  table.row({"a", "note"});
  table.row({"b", ""});
  EXPECT_EQ(table.text(), "a  note\nb\n");
}

TEST(Numbers, Counted) {
  EXPECT_EQ(counted(1, "plan"), "1 plan");
  EXPECT_EQ(counted(0, "plan"), "0 plans");
  EXPECT_EQ(counted(2, "body", "bodies"), "2 bodies");
}

TEST(Numbers, Bytes) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(1023), "1023 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(uint64_t{300} << 20), "300 MiB");
  EXPECT_EQ(bytes_text(UINT64_MAX), "16.0 EiB");
}

TEST(Numbers, WhatIsNotFiniteIsADash) {
  EXPECT_EQ(number_text(NAN), "–");
  EXPECT_EQ(fixed_text(INFINITY, 2), "–");
  EXPECT_EQ(fixed_text(1.005, 1), "1.0");
  EXPECT_EQ(number_text(123456, 3), "1.23e+05");
}

}  // namespace
}  // namespace gearbox::cli
