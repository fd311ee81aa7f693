#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "ir/text.h"
#include "runtime/context.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {
namespace {

/// Arguments from where functions bend to where they are constants, both signs: C channels of one pixel row each.
Literal arguments(int64_t channels, int64_t columns) {
  Literal out = Literal::allocate(DType::kF32, {1, channels, 1, columns});
  float* x = static_cast<float*>(out.mutable_data());
  const int64_t count = out.elements();
  for (int64_t i = 0; i < count; ++i) {
    const double part = static_cast<double>(i / 2) / static_cast<double>(count / 2), size = 1e-3 * std::pow(1e13, part * part);
    x[i] = static_cast<float>(i % 2 ? size : -size);
  }
  return out;
}

/// A function has the same values in a loop of its own and behind a convolution or a product that multiplies by one.
TEST(EpilogueValues, AreThoseOfTheLoop) {
  constexpr int64_t kChannels = 13, kColumns = 41;
  std::string ones, unit;
  for (int64_t i = 0; i < kChannels; ++i) ones += i ? ", 1" : "1";
  for (int64_t i = 0; i < kColumns * kColumns; ++i) unit += std::string(i ? ", " : "") + (i % (kColumns + 1) ? "0" : "1");
  const std::string n = std::to_string(kChannels), l = std::to_string(kColumns);
  const Literal x = arguments(kChannels, kColumns);
  const Tensor input = view(x);
  for (const std::string f :
       {"Gelu.20(%v)", "Gelu.20(%v) {approximate=\"tanh\"}", "Erf(%v)", "Tanh(%v)", "Sigmoid(%v)", "Swish.24(%v)", "HardSwish(%v)",
        "HardSigmoid(%v)", "Elu(%v)", "Exp(%v)", "Softplus(%v)", "Softsign(%v)", "Mish.18(%v)", "LeakyRelu(%v)"}) {
    SCOPED_TRACE(f);
    const auto results = [&](const std::string& node) {
      auto graph = parse_graph("graph @main(%x: f32[N," + n + ",H," + l + "]) -> (%y) {\n  @k = f32[" + n + ",1,1,1]{" + ones +
                               "}\n  @u = f32[" + l + "," + l + "]{" + unit + "}\n  %v = " + node + "\n  %y = " + f + "\n}\n");
      EXPECT_TRUE(graph.ok()) << graph.status().text();
      Context context(compile_model(**graph, How::kPackage), {});
      auto y = context.run({&input, 1});
      EXPECT_TRUE(y.ok()) << y.status().text();
      return copy((*y)[0]);
    };
    const Literal loop = results("Identity(%x)");
    for (const Literal& other : {results("Conv(%x, @k) {group=" + n + "}"), results("MatMul(%x, @u)")}) {
      for (int64_t i = 0; i < loop.elements(); ++i) {
        const double at = x.values<float>()[i], a = loop.values<float>()[i], b = other.values<float>()[i];
        if (a == b) continue;
        ASSERT_LE(std::fabs(a - b), 6e-7 * std::fabs(a) + 3e-7 * std::fmin(1, std::fabs(at))) << "at " << at << ": " << a << " and " << b;
      }
    }
  }
}

}  // namespace
}  // namespace gearbox::testing
