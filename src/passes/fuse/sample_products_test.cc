#include "passes/fuse/sample_products.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {

namespace sample_products_test {

constexpr const char* kText =
    "graph @main(%a: f32[N,5,K], %b: f32[N,6,K]) -> (%y) {\n@shape = i64[2]{-1,30}\n@places = i64[7]{29,0,1,2,-10,7,7}\n"
    "%p = gearbox::PermutedMatMul.1(%a, %b) {a_perm=[0,1,2], b_perm=[0,2,1], out_perm=[0,1,2]}\n%r = Reshape.13(%p, @shape)\n"
    "%y = Gather.13(%r, @places) {axis=-1}\n}";

TEST(SampleProducts, KeepsTheValues) {
  for (const int64_t batch : {0, 1, 3}) {
    for (const int64_t depth : {0, 1, 16, 37}) {
      auto graph = parse_graph(kText);
      ASSERT_TRUE(graph.ok()) << graph.status().text();
      const OpRegistry ops = OpRegistry::builtin();
      const KernelRegistry kernels = KernelRegistry::builtin();
      ASSERT_EQ(infer_shapes(**graph, ops).text(), "");
      const Literal inputs[] = {random_literal({batch, 5, depth}, 1), random_literal({batch, 6, depth}, 2)};
      const auto plain = run_graph(**graph, inputs, kernels, false);
      constexpr Pass kPasses[] = {{"sample_products", sample_products}};
      ASSERT_EQ(run_passes(**graph, {ops, kernels, {}}, kPasses).text(), "");
      EXPECT_EQ(operators(**graph), "gearbox::SampledMatMul");
      const auto sampled = run_graph(**graph, inputs, kernels, false);
      ASSERT_TRUE(plain.ok() && sampled.ok()) << plain.status().text() << sampled.status().text();
      EXPECT_EQ(difference((*plain)[0], (*sampled)[0], 1e-5), "");
    }
  }
}

}  // namespace sample_products_test

}  // namespace gearbox
