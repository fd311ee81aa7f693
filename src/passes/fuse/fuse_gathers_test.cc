#include "passes/fuse/fuse_gathers.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {

namespace fuse_gathers_test {

constexpr const char* kText =
    "graph @main(%x: f32[N,2], %s: i64[N,3], %a: f32[8,4], %b: f32[9,16]) -> (%y) {\n@zero = i64[]{0}\n@two = i64[]{2}\n"
    "%i = Gather.13(%s, @two) {axis=1}\n%j = Gather.13(%s, @zero) {axis=-1}\n%p = Gather.13(%a, %i)\n%q = Gather.13(%b, %j)\n"
    "%y = Concat.13(%p, %x, %q) {axis=-1}\n}";

struct Outcome {
  Result<std::vector<Literal>> plain, fused;
};

/// Runs the graph before and after the pass, with these indices in the columns that are used.
Outcome run(const std::vector<int64_t>& indices) {
  auto graph = parse_graph(kText);
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  EXPECT_EQ(infer_shapes(**graph, ops).text(), "");
  const auto rows = static_cast<int64_t>(indices.size()) / 3;
  const Literal inputs[] = {random_literal({rows, 2}, 1), Literal::of<int64_t>({rows, 3}, indices), random_literal({8, 4}, 2),
                            random_literal({9, 16}, 3)};
  auto plain = run_graph(**graph, inputs, kernels, true);
  constexpr Pass kPasses[] = {{"fuse_gathers", fuse_gathers}};
  EXPECT_EQ(run_passes(**graph, {ops, kernels, {}}, kPasses).text(), "");
  EXPECT_EQ(operators(**graph), "gearbox::GatherConcat");
  return {std::move(plain), run_graph(**graph, inputs, kernels, false)};
}

TEST(FuseGathers, KeepsTheValues) {
  for (const auto& indices : {std::vector<int64_t>{}, {8, 99, -8}, {0, 0, 0, -9, 0, 7, 3, 0, 2}}) {
    const Outcome out = run(indices);
    ASSERT_TRUE(out.plain.ok() && out.fused.ok()) << out.plain.status().text() << out.fused.status().text();
    EXPECT_EQ(difference((*out.plain)[0], (*out.fused)[0], 0), "");
  }
}

TEST(FuseGathers, NamesAnIndexThatIsOutOfRange) {
  const Outcome out = run({0, 0, 0, 9, 0, 1});
  EXPECT_FALSE(out.plain.ok());
  ASSERT_FALSE(out.fused.ok());
  EXPECT_NE(out.fused.status().text().find("is out of range for extent 9"), std::string::npos) << out.fused.status().text();
}

}  // namespace fuse_gathers_test

}  // namespace gearbox
