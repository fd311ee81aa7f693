#include "kernels/sampled_product.h"

#include <gtest/gtest.h>

#include "kernels/random_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace sampled_product_test {

struct Samples {
  std::vector<int64_t> rows, columns;
};

/// Elements left of the diagonal, row by row.
Samples triangle(int64_t extent) {
  Samples out;
  for (int64_t row = 0; row < extent; ++row) {
    for (int64_t column = 0; column < row; ++column) {
      out.rows.push_back(row);
      out.columns.push_back(column);
    }
  }
  return out;
}

Samples any(int64_t count, int64_t m, int64_t n, std::mt19937& random) {
  Samples out;
  for (int64_t i = 0; i < count; ++i) {
    out.rows.push_back(random_int(0, m - 1, random));
    out.columns.push_back(random_int(0, n - 1, random));
  }
  return out;
}

void check(const Samples& samples, int64_t batch, int64_t m, int64_t n, int64_t k, int threads, std::mt19937& random) {
  SCOPED_TRACE(testing::Message() << samples.rows.size() << " samples of " << batch << " x " << m << " x " << n << " x " << k);
  const std::vector<float> a = random_values(batch * m * k, random), b = random_values(batch * n * k, random);
  const auto count = static_cast<int64_t>(samples.rows.size());
  std::vector<float> out = poisoned(batch * count + 1);
  const SamplePlan plan(samples.rows, samples.columns);
  Scratch scratch(sampled_product_scratch_bytes(plan, threads));
  sampled_product({.plan = plan,
                   .batch = batch,
                   .k = k,
                   .a = a.data(),
                   .b = b.data(),
                   .a_batch_stride = m * k,
                   .b_batch_stride = n * k,
                   .out = out.data()},
                  test_pool(threads), scratch.data());
  for (int64_t i = 0; i < batch; ++i) {
    for (int64_t s = 0; s < count; ++s) {
      const float* x = a.data() + (i * m + samples.rows[static_cast<size_t>(s)]) * k;
      const float* y = b.data() + (i * n + samples.columns[static_cast<size_t>(s)]) * k;
      double want = 0;
      for (int64_t j = 0; j < k; ++j) want += static_cast<double>(x[j]) * y[j];
      ASSERT_NEAR(out[static_cast<size_t>(i * count + s)], want, 1e-5 * (1 + std::sqrt(k))) << i << "," << s;
    }
  }
  ASSERT_TRUE(std::isnan(out.back()));
}

TEST(SampledProduct, ZeroAndOneExtents) {
  std::mt19937 random(1);
  for_each_target([&] {
    for (const int64_t batch : {0, 1, 2}) {
      for (const int64_t k : {0, 1, 15, 16, 17, 33}) {
        check({}, batch, 4, 5, k, 1, random);
        check({{1}, {2}}, batch, 4, 5, k, 2, random);
      }
    }
  });
}

TEST(SampledProduct, Triangles) {
  std::mt19937 random(2);
  for_each_target([&] {
    for (const int64_t extent : {4, 5, 8, 27}) check(triangle(extent), 9, extent, extent, 64, 2, random);
  });
}

TEST(SampledProduct, RandomSamples) {
  std::mt19937 random(3);
  for_each_target([&] {
    for (int i = 0; i < 30; ++i) {
      const int64_t m = random_int(4, 40, random), n = random_int(4, 40, random);
      check(any(random_int(1, 200, random), m, n, random), random_int(1, 20, random), m, n, random_int(1, 70, random),
            static_cast<int>(random_int(1, 3, random)), random);
    }
  });
}

}  // namespace sampled_product_test
}  // namespace gearbox::kernels
