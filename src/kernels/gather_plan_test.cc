#include "kernels/gather_plan.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace gearbox::kernels {
namespace {

TEST(GatherPlan, CopiesTheRowsItWasMadeFor) {
  std::mt19937 random(1);
  ThreadPool pool(2);
  for (const int64_t row_bytes : {1, 2, 4, 8, 12, 64}) {
    for (const int64_t outer : {0, 1, 3}) {
      for (const size_t count : {0, 1, 5, 300}) {
        const int64_t extent = 7;
        std::vector<int64_t> rows(count);
        for (size_t i = 0; i < count; ++i) rows[i] = i % 4 == 1 && rows[i - 1] + 1 < extent ? rows[i - 1] + 1 : random() % extent;
        std::vector<uint8_t> data(static_cast<size_t>(outer * extent * row_bytes)),
            out(static_cast<size_t>(outer * row_bytes) * count + 1, 77);
        for (uint8_t& byte : data) byte = static_cast<uint8_t>(random());
        GatherPlan(outer, extent, row_bytes, rows).run(data.data(), out.data(), pool);
        for (int64_t o = 0; o < outer; ++o) {
          for (size_t i = 0; i < count; ++i) {
            for (int64_t b = 0; b < row_bytes; ++b) {
              ASSERT_EQ(out[static_cast<size_t>((o * static_cast<int64_t>(count) + static_cast<int64_t>(i)) * row_bytes + b)],
                        data[static_cast<size_t>((o * extent + rows[i]) * row_bytes + b)]);
            }
          }
        }
        EXPECT_EQ(out.back(), 77);
      }
    }
  }
}

}  // namespace
}  // namespace gearbox::kernels
