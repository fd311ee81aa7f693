#include "base/hash.h"

#include <gtest/gtest.h>

#include <vector>

namespace gearbox {
namespace hash_tests {

TEST(Hash, IsTheStandardXxh3) {
  // Digests of no bytes and seed 0, from the specification of XXH3.
  EXPECT_EQ(hash64(std::string_view()), 0x2d06800538d394c2u);
  EXPECT_EQ(hash128({}).text(), "99aa06d3014798d86001c324468d497f");
}

TEST(Hash, PiecesHashLikeTheWhole) {
  std::vector<std::byte> bytes(5000);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7);
  const std::span<const std::byte> all(bytes);
  Hasher hasher;
  hasher.bytes(all.first(1)).bytes(all.subspan(1, 0)).bytes(all.subspan(1, 3000)).bytes(all.subspan(3001));
  EXPECT_EQ(hasher.digest(), hash128(all));
  EXPECT_NE(hasher.digest(), hash128(all.first(4999)));
}

TEST(Hash, TextsKeepTheirBorders) {
  EXPECT_NE(Hasher().text("ab").text("c").digest(), Hasher().text("a").text("bc").digest());
  EXPECT_EQ(Hasher().text("ab").integer(1).digest(), Hasher().text("ab").integer(1).digest());
  EXPECT_NE(Hasher().integer(1).integer(2).digest(), Hasher().integer(2).integer(1).digest());
}

}  // namespace hash_tests
}  // namespace gearbox
