#include "expr/whole_extents.h"

#include <gtest/gtest.h>

namespace gearbox {

TEST(WholeExtents, TakeThePlaceOfQuotients) {
  DimScope scope;
  const Dim q = scope.symbol("q"), n = scope.symbol("N"), h = scope.symbol("H");
  const std::map<SymbolId, WholeExtent> extents = {{*q.symbol(), {h, 32}}};
  EXPECT_EQ(in_whole_extents(32 * q, extents).text(), "H");
  EXPECT_EQ(in_whole_extents(64 * q + n + 1, extents), 2 * h + n + 1);
  EXPECT_EQ(in_whole_extents(q, extents), floordiv(h, 32));
  EXPECT_EQ(in_whole_extents(16 * q, extents), 16 * floordiv(h, 32));
  EXPECT_EQ(in_whole_extents(n * q, extents), n * floordiv(h, 32));
  EXPECT_EQ(in_whole_extents(n, extents), n);
  EXPECT_EQ(in_whole_extents(q, {}), q);
}

}  // namespace gearbox
