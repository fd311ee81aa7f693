#include "base/touch_ahead.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/mapped_file.h"

namespace gearbox {
namespace touch_ahead_tests {

TEST(TouchAhead, LeavesTheContentsAlone) {
  HugeBuffer buffer;
  constexpr size_t kBytes = size_t{6} << 20;
  ASSERT_TRUE(buffer.reserve(kBytes).ok());
  std::memset(buffer.data(), 7, kBytes / 2);
  TouchAhead ahead;
  ahead.start({{buffer.data(), kBytes}});
  std::memset(buffer.data() + kBytes / 2, 9, kBytes / 2);
  ahead.stop();
  EXPECT_EQ(buffer.data()[0], std::byte{7});
  EXPECT_EQ(buffer.data()[kBytes / 2 - 1], std::byte{7});
  EXPECT_EQ(buffer.data()[kBytes - 1], std::byte{9});
}

TEST(TouchAhead, EndsWhenItIsStartedAnewOrDestroyed) {
  HugeBuffer buffer;
  ASSERT_TRUE(buffer.reserve(size_t{8} << 20).ok());
  TouchAhead ahead;
  for (int i = 0; i < 20; ++i) ahead.start({{buffer.data(), buffer.capacity()}, {buffer.data(), 1}});
  ahead.stop();
  ahead.stop();
  ahead.start({{buffer.data() + 1, 0}});
  ahead.start({});
}

}  // namespace touch_ahead_tests
}  // namespace gearbox
