#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "ir/text.h"
#include "runtime/context.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Where the operand of an operator comes from: the model's input, and kernels that may take the operator into their epilogue.
struct Source {
  const char* name;
  const char* nodes;  ///< make %v: f32[N,C,H,W] of %x
};
const Source kSources[] = {
    {"input", "  %v = Identity(%x)\n"},
    {"convolution", "  @k = f32[11,1,1,1]{1, -1, 2, 1, 1, -2, 1, 3, 1, 1, 1}\n  %v = Conv(%x, @k) {group=11}\n"},
    {"pointwise",
     "  @k = f32[1]{2}\n  @one = f32[11,1,1,1]{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}\n"
     "  %c = Conv(%x, @one) {group=11}\n  %s = Sigmoid(%c)\n  %v = Mul(%c, @k)\n"},
    {"product", "  @m = f32[5,5]{1, 0.5, 0, 0, 1, 0, 2, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, -1, 1, 1, 0, 0, 0, 0, 1}\n  %v = MatMul(%x, @m)\n"},
};

/// What is computed from %v.
const char* const kOperators[] = {
    "%y = Relu(%v)",
    "%y = LeakyRelu(%v) {alpha=0.25}",
    "%y = Clip.6(%v) {min=-0.5, max=0.5}",
    "%y = Clip.6(%v) {max=0.5}",
    "%y = Clip.13(%v, @low, @high)",
    "%y = Clip.13(%v, @low, @nan)",
    "%y = HardSigmoid(%v)",
    "%y = HardSwish(%v)",
    "%y = Sigmoid(%v)",
    "%y = Tanh(%v)",
    "%y = Erf(%v)",
    "%y = Gelu.20(%v)",
    "%y = Gelu.20(%v) {approximate=\"tanh\"}",
    "%y = Elu(%v)",
    "%y = Exp(%v)",
    "%y = Softplus(%v)",
    "%y = Softsign(%v)",
    "%y = ThresholdedRelu(%v) {alpha=0.5}",
    "%y = Mish.18(%v)",
    "%y = Abs(%v)",
    "%y = Sqrt(%v)",
    "%y = Sign(%v)",
    "%y = Max(%v, @low)",
    "%y = Max(@low, %v)",
    "%y = Min(%v, @high, %x)",
    "%y = Max(%v, @nan)",
    "%y = Min(%v, %x)",
    "%y = PRelu(%v, @low)",
    "%y = MaxPool(%v) {kernel_shape=[3,3], strides=[2,2], pads=[1,1,1,1]}",
    "%y = MaxPool(%v) {kernel_shape=[2,3]}",
    "%y, %z = MaxPool(%v) {kernel_shape=[2,2]}",
    "%y = MaxPool(%v) {kernel_shape=[4,5], dilations=[2,1], pads=[3,2,3,2]}",
    "%y = AveragePool(%v) {kernel_shape=[2,2]}",
    "%y = GlobalMaxPool(%v)",
    "%y = GlobalAveragePool(%v)",
    "%y = ReduceMax.13(%v) {axes=[2,3]}",
    "%y = ReduceMax.13(%v) {axes=[2,3], keepdims=0}",
    "%y = ReduceMin.13(%v) {axes=[2,3]}",
    "%y = ReduceMax.13(%v) {axes=[1]}",
    "%y = ReduceMin.13(%v) {axes=[3]}",
    "%y = ReduceMax.13(%v) {axes=[0,2]}",
    "%y = ReduceMean.13(%v) {axes=[2,3]}",
    "%y = ReduceLogSumExp.13(%v) {axes=[3]}",
    "%y = ArgMax.13(%v) {axis=3}",
    "%y = ArgMin.13(%v) {axis=1, select_last_index=1}",
    "%y = Hardmax.13(%v) {axis=2}",
    "%y = Softmax.13(%v) {axis=3}",
    "%y = LogSoftmax.13(%v) {axis=1}",
};

/// f32 with some elements that are not numbers, and some infinite.
Literal with_nan(std::vector<int64_t> dims, std::mt19937& random) {
  Literal out = random_tensor(std::move(dims), random());
  for (float& x : std::span(static_cast<float*>(out.mutable_data()), static_cast<size_t>(out.elements()))) {
    x *= 2;
    if (random() % 9 == 0) x = NAN;
    if (random() % 19 == 0) x = random() % 2 ? kInfinity : -kInfinity;
  }
  return out;
}

TEST(Nan, EveryPathTreatsItAsTheReference) {
  for (const Source& source : kSources) {
    for (const std::string op : kOperators) {
      SCOPED_TRACE(std::string(source.name) + ": " + op);
      const std::string results = op.starts_with("%y, %z") ? "%y, %z" : "%y";
      auto graph = parse_graph("graph @main(%x: f32[N,11,H,5]) -> (" + results + ") {\n  @low = f32[]{-0.5}\n  @high = f32[]{0.5}\n" +
                               "  @nan = f32[]{nan}\n" + source.nodes + "  " + op + "\n}\n");
      ASSERT_TRUE(graph.ok()) << graph.status().text();
      Context reference(compile_model(**graph, How::kReference), {}), fast(compile_model(**graph, How::kPackage), {.poison = true});
      std::mt19937 random(3);
      for (int run = 0; run < 12; ++run) {
        const Literal x = with_nan({run % 3, 11, 2 + static_cast<int64_t>(random() % 5), 5}, random);
        const Tensor input = view(x);
        const auto expected = reference.run({&input, 1});
        ASSERT_TRUE(expected.ok()) << expected.status().text();
        const auto given = fast.run({&input, 1});
        ASSERT_TRUE(given.ok()) << given.status().text();
        for (size_t k = 0; k < expected->size(); ++k) ASSERT_LE(distance((*expected)[k], (*given)[k]), 2e-5) << "run " << run;
      }
    }
  }
}

TEST(Nan, AMaximumOfIsOneAndStandsBeforeEveryNumber) {
  auto graph = parse_graph(
      "graph @main(%x: f32[1,1,L]) -> (%a, %b, %c, %d, %e, %f, %g) {\n  %a, %i = MaxPool(%x) {kernel_shape=[4]}\n  %b = "
      "GlobalMaxPool(%x)\n  %c = ReduceMax.13(%x)\n  %d = ReduceMin.13(%x)\n  %e = Cast(%i) {to=1}\n  %p = ArgMax.13(%x) {axis=2}\n  %q = "
      "ArgMin.13(%x) {axis=2, select_last_index=1}\n  %f = Cast(%p) {to=1}\n  %g = Cast(%q) {to=1}\n}\n");
  ASSERT_TRUE(graph.ok()) << graph.status().text();
  for (const How how : {How::kReference, How::kPackage}) {
    Context context(compile_model(**graph, how), {});
    const Literal x = Literal::of<float>({1, 1, 4}, std::vector<float>{kInfinity, NAN, -kInfinity, NAN});
    const Tensor input = view(x);
    const auto y = context.run({&input, 1});
    ASSERT_TRUE(y.ok()) << y.status().text();
    for (size_t k = 0; k < 4; ++k) EXPECT_TRUE(std::isnan((*y)[k].as<float>()[0])) << k;
    EXPECT_EQ((*y)[4].as<float>()[0], 1);
    EXPECT_EQ((*y)[5].as<float>()[0], 1);
    EXPECT_EQ((*y)[6].as<float>()[0], 3);
  }
}

}  // namespace
}  // namespace gearbox::testing
