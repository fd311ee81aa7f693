#include "kernels/conv_nd.h"

#include <gtest/gtest.h>

#include "kernels/conv_test_support.h"

namespace gearbox::kernels {
namespace {

using test::random_int;

/// Both directions by the definition: out[.] += w * in[.] for all pairs one tap apart.
std::vector<double> reference(const ConvNdShape& s, bool transposed, const std::vector<float>& in, const std::vector<float>& weights,
                              const std::vector<float>& bias) {
  const ConvAxis &a = s.axes[0], &b = s.axes[1], &c = s.axes[2];
  const int64_t inputs = s.in_channels / s.groups, outputs = s.out_channels / s.groups;
  std::vector<double> out;
  for (int64_t n = 0; n < s.batch; ++n) {
    for (int64_t o = 0; o < s.out_channels; ++o) out.insert(out.end(), static_cast<size_t>(a.out * b.out * c.out), bias[o]);
  }
  const auto position = [transposed](const ConvAxis& x, int64_t in_at, int64_t out_at, int64_t k) {
    return transposed ? in_at * x.stride - x.pad + k * x.dilation == out_at : out_at * x.stride - x.pad + k * x.dilation == in_at;
  };
  const auto for_pairs = [&](const ConvAxis& x, auto f) {
    for (int64_t i = 0; i < x.in; ++i) {
      for (int64_t o = 0; o < x.out; ++o) {
        for (int64_t k = 0; k < x.kernel; ++k) {
          if (position(x, i, o, k)) f(i, o, k);
        }
      }
    }
  };
  for (int64_t n = 0; n < s.batch; ++n) {
    for (int64_t o = 0; o < s.out_channels; ++o) {
      for (int64_t i = 0; i < inputs; ++i) {
        const int64_t channel = o / outputs * inputs + i, filter = transposed ? channel * outputs + o % outputs : o * inputs + i;
        for_pairs(a, [&](int64_t ia, int64_t oa, int64_t ka) {
          for_pairs(b, [&](int64_t ib, int64_t ob, int64_t kb) {
            for_pairs(c, [&](int64_t ic, int64_t oc, int64_t kc) {
              out[(((n * s.out_channels + o) * a.out + oa) * b.out + ob) * c.out + oc] +=
                  double(in[(((n * s.in_channels + channel) * a.in + ia) * b.in + ib) * c.in + ic]) *
                  weights[((filter * a.kernel + ka) * b.kernel + kb) * c.kernel + kc];
            });
          });
        });
      }
    }
  }
  return out;
}

TEST(ConvNd, MatchesTheDefinition) {
  ThreadPool pool(2);
  std::mt19937 random(1);
  for (int round = 0; round < 120; ++round) {
    const bool transposed = round % 2 == 1;
    ConvNdShape s;
    ConvAxis axes[3];
    for (ConvAxis& a : axes) {
      a = {random_int(random, 0, 5), random_int(random, 0, 6), random_int(random, 1, 3),
           random_int(random, 1, 3), random_int(random, 1, 2), random_int(random, -1, 2)};
    }
    s.axes = axes;
    s.batch = random_int(random, 0, 2);
    s.groups = random_int(random, 1, 2);
    s.in_channels = s.groups * random_int(random, 1, 3);
    s.out_channels = s.groups * random_int(random, 1, 3);
    const std::vector<float> in = test::random_floats(random, s.batch * s.in_channels * axes[0].in * axes[1].in * axes[2].in);
    const std::vector<float> weights =
        test::random_floats(random, s.in_channels * (s.out_channels / s.groups) * axes[0].kernel * axes[1].kernel * axes[2].kernel);
    const std::vector<float> bias = test::random_floats(random, s.out_channels);
    std::vector<float> out = test::poisoned(s.batch * s.out_channels * axes[0].out * axes[1].out * axes[2].out);
    (transposed ? conv_transpose_nd : conv_nd)(s, in.data(), weights.data(), bias.data(), out.data(), pool);
    EXPECT_LT(test::relative_error(out, reference(s, transposed, in, weights, bias)), 1e-5) << round;
  }
}

TEST(ConvNd, LargeBiasesDoNotRoundTheProducts) {
  ThreadPool pool(1);
  std::mt19937 random(2);
  const ConvAxis axes[3] = {{2, 2, 1, 1, 1, 0}, {3, 3, 1, 1, 1, 0}, {4, 4, 1, 1, 1, 0}};
  ConvNdShape s;
  s.axes = axes;
  s.in_channels = 60;
  s.out_channels = 2;
  const std::vector<float> in = test::random_floats(random, s.in_channels * 24), bias = {1000, -1000};
  const std::vector<float> weights = test::random_floats(random, s.in_channels * s.out_channels);
  for (const bool transposed : {false, true}) {
    std::vector<float> out = test::poisoned(s.out_channels * 24);
    (transposed ? conv_transpose_nd : conv_nd)(s, in.data(), weights.data(), bias.data(), out.data(), pool);
    const std::vector<double> want = reference(s, transposed, in, weights, bias);
    for (size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(out[i], want[i], 1000. / (1 << 24) * 1.1) << transposed << ", output " << i;
  }
}

}  // namespace
}  // namespace gearbox::kernels
