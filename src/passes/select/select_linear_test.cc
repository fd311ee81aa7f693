#include "passes/select/select_linear.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {
namespace select_linear_test {

/// Whether a product with these weights may use Strassen's algorithm.
bool mixes(const Literal& weights, bool exact) {
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  const Pass pass{"select_linear", select_linear};
  const std::string k = std::to_string(weights.dims()[0]);
  auto graph = parse_graph("graph @main(%x: f32[N," + k + "]) -> (%y: f32[*]) given N >= 0 {\n@w = " + literal_text(weights, {}) +
                           "\n%y = MatMul.13(%x, @w)\n}");
  EXPECT_TRUE(graph.ok()) << graph.status().text();
  EXPECT_EQ(infer_shapes(**graph, ops).text(), "");
  const PassContext context{.ops = ops, .kernels = kernels, .log = {}, .exact_products = exact};
  EXPECT_EQ(run_passes(**graph, context, std::span(&pass, 1)).text(), "");
  const Node* linear = (*graph)->outputs()[0]->producer();
  EXPECT_TRUE(linear->is("Linear", "gearbox"));
  return linear->attributes().has("mixes");
}

TEST(SelectLinear, MixesRowsOfDeepProductsWithColumnsAlike) {
  Literal weights = random_literal({200, 40}, 5);
  EXPECT_TRUE(mixes(weights, false));
  EXPECT_FALSE(mixes(weights, true));
  EXPECT_FALSE(mixes(random_literal({100, 40}, 5), false));
  auto* values = static_cast<float*>(weights.mutable_data());
  for (int64_t i = 0; i < 200; ++i) values[i * 40 + 3] *= 100;
  EXPECT_FALSE(mixes(weights, false));
}

}  // namespace select_linear_test
}  // namespace gearbox
