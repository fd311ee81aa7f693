#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/type_annotation.h"
#include "ir/verifier.h"
#include "ops/op_def.h"
#include "shape/infer.h"

namespace gearbox {

namespace late_extents_test {

/// A node whose output's extents only its run decides, and the output's type with its capacity: what is known before.
struct LateCase {
  std::string inputs;  ///< of the graph
  std::string node;
  std::string type;
};

/// Operators that give bounds.
const LateCase kBounded[] = {
    {"%x: f32[N,M]", "NonZero.13(%x)", "i64[2,'y.1'] <capacity=[2,N*M]>"},
    {"%x: f32[N,4], %c: bool[C]", "Compress.11(%x, %c)", "f32['y.0'] <capacity=[min(4*N, C)]>"},
    {"%x: f32[N,4], %c: bool[C]", "Compress.11(%x, %c) {axis=0}", "f32['y.0',4] <capacity=[min(N, C),4]>"},
    {"%x: f32[N,4]", "Unique.11(%x)", "f32['y.0'] <capacity=[4*N]>"},
    {"%x: f32[N,4]", "Unique.11(%x) {axis=0}", "f32['y.0',4] <capacity=[N,4]>"},
    {"%x: f32[N,M], %k: i64[1]", "TopK.11(%x, %k) {axis=1}", "f32[N,'y.1'] <capacity=[N,M]>"},
    {"%b: f32[B,N,4], %s: f32[B,C,N], %m: i64[1]", "NonMaxSuppression.11(%b, %s, %m)", "i64['y.0',3] <capacity=[B*N*C,3]>"},
    {"%x: f32[N,M], %s: i64[2], %e: i64[2]", "Slice.13(%x, %s, %e)", "f32['y.0','y.1'] <capacity=[N,M]>"},
    {"%x: f32[N,M], %s: i64[K], %e: i64[K], %a: i64[K]", "Slice.13(%x, %s, %e, %a)", "f32['y.0','y.1'] <capacity=[N,M]>"},
    {"%x: f32[N,M], %a: i64[1]", "ReduceSum.13(%x, %a)", "f32['y.0','y.1'] <capacity=[max(N, 1),max(M, 1)]>"},
    {"%x: f32[N,M], %a: i64[1]", "ReduceSum.13(%x, %a) {keepdims=0}", "f32['y.0'] <capacity=[max(N, M, 1)]>"},
    {"%x: f32[N,M], %a: i64[1]", "Squeeze.13(%x, %a)", "f32['y.0'] <capacity=[max(N, M, 1)]>"},
    {"%x: f32[N], %a: i64[1]", "Unsqueeze.13(%x, %a)", "f32['y.0','y.1'] <capacity=[max(N, 1),max(N, 1)]>"},
    {"%x: f32[B,S,1], %step: i64[], %w: f32[W]", "STFT.17(%x, %step, %w)",
     "f32[B,'y.1',floordiv(W, 2) + 1,2] <capacity=[B,max(S - W + 1, 0),floordiv(W, 2) + 1,2]>"},
    {"%c: bool[], %x: f32[N,4]",
     "If.13(%c, %x) {gearbox.captures=1} {\n then_branch = graph @t(%x: f32[N,4]) -> (%a: f32[N,4]) { %a = Neg.13(%x) }\n"
     " else_branch = graph @e(%x: f32[N,4]) -> (%b: f32[2*N,4]) { %b = Concat.13(%x, %x) {axis=0} }\n}",
     "f32['y.0',4] <capacity=[2*N,4]>"},
    {"%c: bool[], %x: f32[N]",
     "If.13(%c, %x) {gearbox.captures=1} {\n then_branch = graph @t(%x: f32[N]) -> (%a: i64[1,K]) { %a = NonZero.13(%x) }\n"
     " else_branch = graph @e(%x: f32[N]) -> (%b: i64[1,3]) { @b = i64[1,3]{1, 2, 3} }\n}",
     "i64[1,'y.1'] <capacity=[1,max(N, 3)]>"},
};

/// Operators whose extents follow from values without a bound.
const LateCase kUnbounded[] = {
    {"%x: f32[N], %p: i64[2]", "Pad.13(%x, %p)", "f32['y.0']"},
    {"%x: f32[N,M], %s: i64[2]", "Expand.13(%x, %s)", "f32['y.0','y.1']"},
    {"%x: f32[N,M], %s: i64[1]", "Reshape.14(%x, %s)", "f32['y.0']"},
    {"%x: f32[N], %r: i64[1]", "Tile.13(%x, %r)", "f32['y.0']"},
    {"%a: i64[], %b: i64[], %c: i64[]", "Range.11(%a, %b, %c)", "i64['y.0']"},
    {"%s: i64[2]", "ConstantOfShape.9(%s)", "f32['y.0','y.1']"},
    {"%i: i64[N], %d: i64[], %v: f32[2]", "OneHot.11(%i, %d, %v)", "f32[N,'y.1']"},
    {"%x: f32[1,3,H,W], %s: f32[4]", "Resize.13(%x, _, %s)", "f32['y.0','y.1','y.2','y.3']"},
};

std::string inferred(const LateCase& example) {
  static const OpRegistry ops = OpRegistry::builtin();
  const auto graph = parse_graph("graph @main(" + example.inputs + ") -> (%y) {\n  %y = " + example.node + "\n}\n");
  if (!graph.ok()) return graph.status().message();
  if (const Status status = infer_shapes(**graph, ops); !status.ok()) return status.message();
  if (const Status status = verify_typed(**graph); !status.ok()) return status.message();
  std::string text = annotation_text(*(*graph)->find_value("y"));
  std::replace(text.begin(), text.end(), '"', '\'');
  return text;
}

}  // namespace late_extents_test

TEST(LateExtents, HaveACapacityWhereTheOperatorBoundsThem) {
  for (const auto& example : late_extents_test::kBounded) EXPECT_EQ(late_extents_test::inferred(example), example.type) << example.node;
}

TEST(LateExtents, HaveNoneWhereValuesDecideAlone) {
  for (const auto& example : late_extents_test::kUnbounded) EXPECT_EQ(late_extents_test::inferred(example), example.type) << example.node;
}

/// What is computed from a late extent has the capacity that follows from its bound, and both survive the textual form.
TEST(LateExtents, FlowThroughOperators) {
  static const OpRegistry ops = OpRegistry::builtin();
  auto graph = parse_graph(
      "graph @main(%x: f32[N]) -> (%z) {\n  @s = i64[1]{-1}\n  %w = NonZero.13(%x)\n  %v = Concat.13(%w, %w) {axis=1}\n"
      "  %z = Reshape.14(%v, @s)\n}\n");
  ASSERT_TRUE(graph.ok());
  ASSERT_TRUE(infer_shapes(**graph, ops).ok());
  EXPECT_EQ(annotation_text(*(*graph)->find_value("z")), "i64[2*\"w.1\"] <capacity=[2*N]>");
  const std::string text = print(**graph, {});
  const auto again = parse_graph(text);
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(print(**again, {}), text);
}

}  // namespace gearbox
