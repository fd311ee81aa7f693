#include "passes/layout/block_channels.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "passes/fuse/fuse_epilogue.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {

namespace block_channels_test {

struct Case {
  const char* name;
  const char* nodes;    ///< from %x f32[N,8,H,W] to %y
  const char* blocked;  ///< operators after block_channels, "gearbox::" left out
  const char* fused;    ///< ... and after fuse_epilogue
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

constexpr Case kCases[] = {
    {"activation", "%c = Conv.11(%x, @w)\n%y = Relu(%c)", "ToBlocked ConvBlocked PointwiseBlocked FromBlocked",
     "ToBlocked ConvBlocked FromBlocked"},
    {"chain", "%c = Conv.11(%x, @w)\n%r = Relu(%c)\n%d = Conv.11(%r, @w)\n%s = Mul(%d, @two)\n%y = Add(%s, @column)",
     "ToBlocked ConvBlocked PointwiseBlocked ConvBlocked PointwiseBlocked PointwiseBlocked FromBlocked",
     "ToBlocked ConvBlocked ConvBlocked FromBlocked"},
    {"residual", "%c = Conv.11(%x, @w)\n%d = Conv.11(%c, @w)\n%a = Add(%c, %d)\n%y = Relu(%a)",
     "ToBlocked ConvBlocked ConvBlocked PointwiseBlocked PointwiseBlocked FromBlocked", "ToBlocked ConvBlocked ConvBlocked FromBlocked"},
    {"squeeze_excite",
     "%c = Conv.11(%x, @w)\n%p = GlobalAveragePool.1(%c)\n%d = Conv.11(%p, @w)\n%h = HardSigmoid(%d)\n%m = Mul(%c, %h)\n%y = Conv.11(%m, "
     "@w)",
     "ToBlocked ConvBlocked GlobalPoolBlocked ConvBlocked PointwiseBlocked PointwiseBlocked ConvBlocked FromBlocked",
     "ToBlocked ConvBlocked GlobalPoolBlocked ConvBlocked PointwiseBlocked ConvBlocked FromBlocked"},
    {"pools",
     "%c = Conv.11(%x, @w)\n%p = MaxPool.11(%c) {kernel_shape=[2,2]}\n%q = AveragePool.11(%p) {kernel_shape=[3,3], pads=[1,1,1,1]}\n%y = "
     "Relu(%q)",
     "ToBlocked ConvBlocked PoolBlocked PoolBlocked PointwiseBlocked FromBlocked",
     "ToBlocked ConvBlocked PoolBlocked PoolBlocked FromBlocked"},
    {"branches", "%c = Conv.11(%x, @w)\n%d = Conv.11(%x, @w)\n%y = Concat.13(%c, %d) {axis=1}",
     "ToBlocked ConvBlocked ConvBlocked ConcatBlocked FromBlocked", "ToBlocked ConvBlocked ConvBlocked ConcatBlocked FromBlocked"},
    {"broken_blocks", "%c = Conv.11(%x, @w4)\n%d = Conv.11(%x, @w)\n%y = Concat.13(%c, %d) {axis=1}",
     "ToBlocked ConvBlocked FromBlocked ConvBlocked FromBlocked Concat",
     "ToBlocked ConvBlocked FromBlocked ConvBlocked FromBlocked Concat"},
    {"broken_blocks_last", "%c = Conv.11(%x, @w4)\n%d = Conv.11(%x, @w)\n%y = Concat.13(%d, %c) {axis=1}",
     "ToBlocked ConvBlocked ConvBlocked ConcatBlocked FromBlocked", "ToBlocked ConvBlocked ConvBlocked ConcatBlocked FromBlocked"},
    {"unproven", "%c = Conv.11(%x, @w)\n%d = Conv.11(%c, @w3)\n%a = Add(%c, %d)\n%y = Relu(%a)",
     "ToBlocked ConvBlocked ConvBlocked BinaryBlocked PointwiseBlocked FromBlocked",
     "ToBlocked ConvBlocked ConvBlocked BinaryBlocked FromBlocked"},
    {"plain_neighbours", "%c = Conv.11(%x, @w)\n%f = Floor(%c)\n%y = Add(%f, %c)", "ToBlocked ConvBlocked FromBlocked Floor Add",
     "ToBlocked ConvBlocked FromBlocked Floor Add"},
    {"mean_without_axes", "%c = Conv.11(%x, @w)\n%y = ReduceMean.13(%c) {axes=[2,3], keepdims=0}",
     "ToBlocked ConvBlocked GlobalPoolBlocked FromBlocked Squeeze", "ToBlocked ConvBlocked GlobalPoolBlocked FromBlocked Squeeze"},
    {"other_mean", "%c = Conv.11(%x, @w)\n%y = ReduceMean.13(%c) {axes=[1,2]}", "ToBlocked ConvBlocked FromBlocked ReduceMean",
     "ToBlocked ConvBlocked FromBlocked ReduceMean"},
    {"resize_of_opset_10", "%c = Conv.11(%x, @w)\n%y = Resize.10(%c, @scales)", "ToBlocked ConvBlocked ResizeBlocked FromBlocked",
     "ToBlocked ConvBlocked ResizeBlocked FromBlocked"},
    {"resized_channels", "%c = Conv.11(%x, @w)\n%y = Resize.10(%c, @channels)", "ToBlocked ConvBlocked FromBlocked Resize",
     "ToBlocked ConvBlocked FromBlocked Resize"},
    {"transposed", "%c = ConvTranspose.11(%x, @w, @bias) {strides=[2,2]}\n%y = Sigmoid(%c)",
     "ToBlocked ConvTransposeBlocked PointwiseBlocked FromBlocked", "ToBlocked ConvTransposeBlocked FromBlocked"},
    {"transposed_to_parts", "%c = ConvTranspose.11(%x, @parts, @bias2) {strides=[2,3]}\n%s = Sigmoid(%c)\n%y = Mul(@two, %s)",
     "ToBlocked ConvBlocked PointwiseBlocked PointwiseBlocked ShuffleFromBlocked", "ToBlocked ConvBlocked ShuffleFromBlocked"},
    {"channel_parts",
     "%c = Conv.11(%x, @w24)\n%a, %b, %d = Split.13(%c, @parts888) {axis=1}\n%e = Slice.13(%c, @eight, @end, @axis1)\n%f = Mul(%a, %b)\n%g "
     "= Concat.13(%f, %d, %e) {axis=1}\n%y = PRelu.9(%g, @slopes)",
     "ToBlocked ConvBlocked TakeChannelsBlocked TakeChannelsBlocked PointwiseBlocked ConcatBlocked PointwiseBlocked FromBlocked",
     "ToBlocked ConvBlocked TakeChannelsBlocked TakeChannelsBlocked PointwiseBlocked ConcatBlocked PointwiseBlocked FromBlocked"},
    {"broken_parts", "%c = Conv.11(%x, @w24)\n%a, %b = Split.13(%c, @parts12) {axis=1}\n%y = Mul(%a, %b)",
     "ToBlocked ConvBlocked FromBlocked Split Mul", "ToBlocked ConvBlocked FromBlocked Split Mul"},
    {"slopes", "%c = Conv.11(%x, @w24)\n%p = PRelu.9(%c, @slopes24)\n%n = Neg(%p)\n%y = PRelu.9(%n, @two)",
     "ToBlocked ConvBlocked PointwiseBlocked PointwiseBlocked PointwiseBlocked FromBlocked", "ToBlocked ConvBlocked FromBlocked"},
    {"upsample", "%c = Conv.11(%x, @w)\n%y = Upsample.9(%c, @scales)", "ToBlocked ConvBlocked ResizeBlocked FromBlocked",
     "ToBlocked ConvBlocked ResizeBlocked FromBlocked"},
    {"nothing_to_gain", "%r = Relu(%x)\n%y = MaxPool.11(%r) {kernel_shape=[2,2]}", "Relu MaxPool", "Relu MaxPool"},
};

std::string constants() {
  std::string text;
  auto add = [&](const char* name, std::vector<int64_t> dims) {
    text += "@" + std::string(name) + " = " + literal_text(random_literal(std::move(dims), 5), {}) + "\n";
  };
  add("w", {8, 8, 1, 1});
  add("w3", {8, 8, 2, 1});
  add("w4", {4, 8, 1, 1});
  add("bias", {8});
  add("bias2", {2});
  add("w24", {24, 8, 1, 1});
  add("slopes", {32, 1, 1});
  add("slopes24", {1, 24, 1, 1});
  add("parts", {8, 2, 2, 3});
  add("column", {8, 1, 1});
  return text +
         "@two = f32[1]{2.0}\n@scales = f32[4]{1.0, 1.0, 2.0, 3.0}\n@parts888 = i64[3]{8, 8, 8}\n@parts12 = i64[2]{12, 12}\n@eight = "
         "i64[1]{8}\n@end = i64[1]{1000}\n@axis1 = i64[1]{-3}\n@channels = f32[4]{1.0, 2.0, 2.0, 2.0}\n";
}

std::string short_operators(const Graph& graph) {
  std::string text = operators(graph);
  for (size_t at = text.find("gearbox::"); at != std::string::npos; at = text.find("gearbox::")) text.erase(at, 9);
  return text;
}

class BlockChannelsTest : public testing::TestWithParam<Case> {};

TEST_P(BlockChannelsTest, KeepsTheValues) {
  auto graph = parse_graph("graph @main(%x: f32[N,8,H,W]) -> (%y: f32[*]) given N >= 0, H >= 0, W >= 0 {\n" + constants() +
                           GetParam().nodes + "\n}");
  ASSERT_TRUE(graph.ok()) << graph.status().text();
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  ASSERT_EQ(infer_shapes(**graph, ops).text(), "");
  const Literal x = random_literal({2, 8, std::string(GetParam().name) == "unproven" ? 2 : 5, 3}, 14);
  const auto expected = run_graph(**graph, std::span(&x, 1), kernels, true);
  ASSERT_TRUE(expected.ok()) << expected.status().text();
  for (const Pass& pass : {Pass{"block_channels", block_channels}, Pass{"fuse_epilogue", fuse_epilogue}}) {
    ASSERT_EQ(run_passes(**graph, {ops, kernels, {}}, std::span(&pass, 1)).text(), "");
    EXPECT_EQ(short_operators(**graph), pass.name == "block_channels" ? GetParam().blocked : GetParam().fused);
    const auto given = run_graph(**graph, std::span(&x, 1), kernels, false);
    ASSERT_TRUE(given.ok()) << given.status().text();
    EXPECT_EQ(difference((*expected)[0], (*given)[0], 1e-5), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, BlockChannelsTest, testing::ValuesIn(kCases), [](const auto& test) { return test.param.name; });

TEST(BlockChannels, ExactConvolutionsHaveNoTransformedWeights) {
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  const Pass pass{"block_channels", block_channels};
  for (const bool exact : {false, true}) {
    auto graph = parse_graph("graph @main(%x: f32[N,64,H,W]) -> (%y: f32[*]) given N >= 0, H >= 0, W >= 0 {\n@w = " +
                             literal_text(random_literal({64, 64, 3, 3}, 5), {}) + "\n%y = Conv.11(%x, @w) {pads=[1,1,1,1]}\n}");
    ASSERT_TRUE(graph.ok()) << graph.status().text();
    ASSERT_EQ(infer_shapes(**graph, ops).text(), "");
    const PassContext context{.ops = ops, .kernels = kernels, .log = {}, .exact_conv = exact};
    ASSERT_EQ(run_passes(**graph, context, std::span(&pass, 1)).text(), "");
    for (const Node* node : (*graph)->nodes()) {
      if (!node->is("ConvBlocked", "gearbox")) continue;
      EXPECT_EQ(node->attributes().has("winograd_tile"), !exact);
    }
  }
}

TEST(BlockChannels, ShortSumsKnowWhetherTheBiasOutweighsThem) {
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  const Pass pass{"block_channels", block_channels};
  for (const bool large : {false, true}) {
    const std::string bias = large ? "{3,0}" : "{0.1,0}";
    auto graph = parse_graph("graph @main(%x: f32[N,8,H,W]) -> (%y: f32[*]) given N >= 0, H >= 0, W >= 0 {\n@w = " +
                             literal_text(random_literal({2, 8, 1, 1}, 5), {}) + "\n@b = f32[2]" + bias + "\n%y = Conv.11(%x, @w, @b)\n}");
    ASSERT_TRUE(graph.ok()) << graph.status().text();
    ASSERT_EQ(infer_shapes(**graph, ops).text(), "");
    ASSERT_EQ(run_passes(**graph, {ops, kernels, {}}, std::span(&pass, 1)).text(), "");
    int convolutions = 0;
    for (const Node* node : (*graph)->nodes()) {
      if (!node->is("ConvBlocked", "gearbox")) continue;
      ++convolutions;
      EXPECT_EQ(node->attributes().has("large_bias"), large);
    }
    EXPECT_EQ(convolutions, 1);
  }
}

}  // namespace block_channels_test

}  // namespace gearbox
