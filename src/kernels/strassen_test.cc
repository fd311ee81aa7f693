#include <gtest/gtest.h>

#include "kernels/gemm.h"
#include "kernels/gemm_block.h"
#include "kernels/random_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace strassen_test {

/// A product of which rows may be mixed, and the same without.
struct Product {
  int64_t m, n, k;
  std::vector<float> a, b, packed, plain, mixed;

  Product(int64_t rows, int64_t columns, int64_t depth, std::mt19937& random)
      : m(rows),
        n(columns),
        k(depth),
        a(random_values(m * k, random)),
        b(random_values(k * n, random)),
        packed(poisoned(gemm_packed_size(k, n))) {}

  float* row(int64_t i) { return a.data() + i * k; }

  void run(int threads) {
    gemm_pack_b(k, n, b.data(), n, 1, packed.data());
    plain = mixed = poisoned(m * n);
    Scratch scratch(gemm_scratch_bytes(threads));
    GemmArgs args{.m = m, .n = n, .k = k, .a = a.data(), .a_row_stride = k, .packed_b = packed.data(), .c = plain.data(), .ldc = n};
    gemm_packed(args, test_pool(threads), scratch.data());
    args.c = mixed.data();
    args.mixes_rows = true;
    gemm_packed(args, test_pool(threads), scratch.data());
  }

  bool takes(int threads) const { return gemm_takes_strassen({.m = m, .n = n, .k = k, .mixes_rows = true}, threads); }

  /// Whether the rows differ in any bit; in no row by more than rounding beside `scale`.
  bool differs(float scale = 1) {
    bool any = false;
    for (int64_t i = 0; i < m * n; ++i) {
      EXPECT_NEAR(mixed[i], plain[i], scale * 2e-5 * std::sqrt(k)) << i / n << "," << i % n;
      any |= mixed[i] != plain[i];
    }
    return any;
  }
};

TEST(Strassen, IsUsedFromSomeSizeOn) {
  std::mt19937 random(1);
  bool used = false;
  for_each_target([&] {
    for (int threads : {1, 2}) {
      Product large(64, 300, 768, random), shallow(64, 300, 64, random), odd(64, 300, 257, random), few(4, 300, 768, random);
      for (Product* p : {&large, &shallow, &odd, &few}) p->run(threads);
      used |= large.takes(threads);
      for (Product* p : {&large, &shallow, &odd, &few}) EXPECT_EQ(p->differs(), p->takes(threads));
      for (Product* p : {&shallow, &odd, &few}) EXPECT_FALSE(p->takes(threads));
    }
  });
  EXPECT_TRUE(used || (hwy::SupportedTargets() & (HWY_AVX2 | HWY_AVX3)) == 0);
}

TEST(Strassen, RowsOfUnlikeMagnitudeAreNotMixed) {
  std::mt19937 random(2);
  for_each_target([&] {
    for (const int64_t at : {0, 13, 40, 63}) {
      Product p(64, 260, 600, random);
      for (int64_t i = 0; i < p.k; ++i) p.row(at)[i] *= 1e-3F;
      p.run(1);
      EXPECT_FALSE(p.differs(1e-3F));
      for (int64_t i = 0; i < p.k; ++i) p.row(at)[i] = 0;
      p.run(2);
      for (int64_t j = 0; j < p.n; ++j) EXPECT_EQ(p.mixed[at * p.n + j], 0);
    }
  });
}

TEST(Strassen, WhatIsNotANumberStaysInItsRow) {
  std::mt19937 random(3);
  for_each_target([&] {
    for (const float strange : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e30F}) {
      for (const int64_t at : {5, 69}) {
        for (const int64_t element : {0, 599}) {
          Product p(70, 290, 600, random);
          p.row(at)[element] = strange;
          p.run(1);
          for (int64_t i = 0; i < p.m * p.n; ++i) {
            if (i / p.n == at) continue;
            EXPECT_NEAR(p.mixed[i], p.plain[i], 1e-3) << i / p.n << "," << i % p.n;
          }
        }
      }
    }
  });
}

TEST(Strassen, ColumnsMustBeAlike) {
  std::mt19937 random(4);
  const auto may_mix = [](Product& p) {
    gemm_pack_b(p.k, p.n, p.b.data(), p.n, 1, p.packed.data());
    return gemm_may_mix(p.k, p.n, p.packed.data());
  };
  Product p(1, 70, 200, random), shallow(1, 70, 40, random), odd(1, 70, 201, random);
  EXPECT_TRUE(may_mix(p));
  EXPECT_FALSE(may_mix(shallow));
  EXPECT_FALSE(may_mix(odd));
  for (const int64_t column : {0, 17, 69}) {
    for (const float factor : {0.0F, 0.01F, 100.0F, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
      Product q = p;
      for (int64_t i = 0; i < q.k; ++i) q.b[i * q.n + column] *= factor;
      EXPECT_FALSE(may_mix(q)) << column << " times " << factor;
    }
  }
  for (float& x : p.b) x *= 1e20F;
  EXPECT_FALSE(may_mix(p)) << "sums may overflow";
}

TEST(Strassen, RowsOfWeightsMustBeAlike) {
  std::mt19937 random(5);
  for (const int64_t depth : {200, 1600}) {
    for (const int64_t scaled : {int64_t{1}, depth / 4, depth / 2}) {
      Product p(1, 70, depth, random);
      for (int64_t i = 0; i < scaled * p.n; ++i) p.b[i] *= 0.01F;
      gemm_pack_b(p.k, p.n, p.b.data(), p.n, 1, p.packed.data());
      EXPECT_FALSE(gemm_may_mix(p.k, p.n, p.packed.data())) << scaled << " of " << depth;
    }
  }
}

TEST(Strassen, QuartersOfWeightsMustBeAlike) {
  std::mt19937 random(6);
  Product p(1, 64, 200, random);
  for (int64_t i = 0; i < p.k * p.n; ++i) {
    if (i / p.n < 100 && i % p.n < 32) p.b[i] *= 0.01F;
  }
  gemm_pack_b(p.k, p.n, p.b.data(), p.n, 1, p.packed.data());
  EXPECT_FALSE(gemm_may_mix(p.k, p.n, p.packed.data()));
}

TEST(Strassen, MagnitudesThatMix) {
  EXPECT_TRUE(may_mix(1, 1));
  EXPECT_TRUE(may_mix(0, 0));
  EXPECT_TRUE(may_mix(1, 8));
  EXPECT_FALSE(may_mix(1, 9));
  EXPECT_FALSE(may_mix(9, 1));
  EXPECT_FALSE(may_mix(0, 1));
  EXPECT_FALSE(may_mix(std::numeric_limits<float>::quiet_NaN(), 1));
  EXPECT_FALSE(may_mix(std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()));
  EXPECT_FALSE(may_mix(1e20F, 1e20F));
}

}  // namespace strassen_test
}  // namespace gearbox::kernels
