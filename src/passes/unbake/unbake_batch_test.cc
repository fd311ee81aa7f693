#include "passes/unbake/unbake_batch.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "shape/infer.h"

namespace gearbox::unbake_batch_test {

struct Case {
  const char* name;
  const char* inputs;
  const char* nodes;  ///< to %y
  const char* fixed;  ///< what is told of it, empty: nothing is baked in
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

constexpr Case kCases[] = {
    {"flattens_rows", "%x: f32[N,4,4]", "@t = i64[2]{1, 16}\n%y = Reshape.14(%x, @t)",
     "Reshape node 'y': initializer 't' = [1,16] fixes N to 1, other sizes are refused"},
    {"splits_heads", "%x: f32[N,6,8]", "@t = i64[4]{2, 6, 2, 4}\n%y = Reshape.14(%x, @t)",
     "Reshape node 'y': initializer 't' = [2,6,2,4] fixes N to 2, other sizes are refused"},
    {"several_to_one", "%x: f32[N,4]", "@t = i64[2]{3, 8}\n%r = Concat(%x, %x) {axis=1}\n%y = Reshape.14(%r, @t)",
     "Reshape node 'y': initializer 't' = [3,8] fixes N to 3, other sizes are refused"},
    {"open_already", "%x: f32[N,4]", "@t = i64[2]{-1, 4}\n%y = Reshape.14(%x, @t)", ""},
    {"copied", "%x: f32[N,4]", "@t = i64[2]{0, 4}\n%y = Reshape.14(%x, @t)", ""},
    {"all_known", "%x: f32[2,4]", "@t = i64[2]{4, 2}\n%y = Reshape.14(%x, @t)", ""},
    {"no_multiple_of_a_row", "%x: f32[N,M]", "@t = i64[2]{1, 3}\n%y = Reshape.14(%x, @t)", ""},
};

class UnbakeBatch : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    auto parsed = parse_graph("graph @main(" + std::string(GetParam().inputs) + ") -> (%y) {\n" + GetParam().nodes + "\n}\n");
    ASSERT_TRUE(parsed.ok()) << parsed.status().text();
    graph_ = std::move(parsed).value();
    ASSERT_TRUE(infer_shapes(*graph_, ops_).ok());
  }
  const OpRegistry ops_ = OpRegistry::builtin();
  std::unique_ptr<Graph> graph_;
};

TEST_P(UnbakeBatch, IsToldWithWhatItFixes) {
  const std::vector<BakedBatch> found = find_baked_batches(*graph_);
  ASSERT_EQ(found.size(), *GetParam().fixed ? 1U : 0U);
  for (const BakedBatch& batch : found) EXPECT_EQ(batch.fixed, GetParam().fixed);
}

TEST_P(UnbakeBatch, TheCheckItCausesSaysWhatHelps) {
  tell_baked_batches(*graph_);
  const bool baked = *GetParam().fixed != 0;
  EXPECT_EQ(graph_->notes().size(), baked ? 1U : 0U);
  bool hinted = false;
  for (const ShapeCheck& check : graph_->checks()) hinted = hinted || check.message.ends_with("; --unbake-batch takes N from the input");
  EXPECT_EQ(hinted, baked);
}

TEST_P(UnbakeBatch, RewrittenTheShapeFollowsTheInput) {
  const auto done = unbake_batches(*graph_, ops_);
  ASSERT_TRUE(done.ok()) << done.status().text();
  const bool baked = *GetParam().fixed != 0;
  EXPECT_EQ(done->size(), baked ? 1U : 0U);
  if (!baked) return;
  EXPECT_TRUE(graph_->checks().empty());
  EXPECT_TRUE(find_baked_batches(*graph_).empty());
  EXPECT_EQ(graph_->outputs()[0]->type().dim(0).text(), "N");
}

INSTANTIATE_TEST_SUITE_P(All, UnbakeBatch, testing::ValuesIn(kCases), [](const auto& test) { return std::string(test.param.name); });

TEST(UnbakeBatch, WhatOneRewriteSetsFreeIsSeenByTheNext) {
  auto graph = parse_graph(
      "graph @main(%x: f32[N,4,4]) -> (%y) {\n@t = i64[2]{1, 16}\n@u = i64[3]{1, 8, 2}\n%r = Reshape.14(%x, @t)\n%y = Reshape.14(%r, "
      "@u)\n}\n");
  ASSERT_TRUE(graph.ok()) << graph.status().text();
  ASSERT_TRUE(infer_shapes(**graph, OpRegistry::builtin()).ok());
  EXPECT_EQ(find_baked_batches(**graph).size(), 1U);
  const auto done = unbake_batches(**graph, OpRegistry::builtin());
  ASSERT_TRUE(done.ok()) << done.status().text();
  EXPECT_EQ(done->size(), 2U);
  EXPECT_EQ((*graph)->outputs()[0]->type().dim(0).text(), "N");
}

}  // namespace gearbox::unbake_batch_test
