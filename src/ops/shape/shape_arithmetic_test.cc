#include <gtest/gtest.h>

#include "ir/text.h"
#include "ops/op_def.h"
#include "shape/infer.h"

namespace gearbox::ops {

namespace {

/// The type the rules give %y of a graph with these nodes and inputs %x: f32[N,3,H,W] and %m: f32[N,M]; the error where they refuse.
std::string inferred_type(const std::string& nodes) {
  static const OpRegistry registry = OpRegistry::builtin();
  auto graph = parse_graph("graph @main(%x: f32[N,3,H,W], %m: f32[N,M]) -> (%y) given N >= 1, H >= 8, W >= 8, M >= 1 {\n" + nodes + "\n}");
  if (!graph.ok()) return graph.status().message();
  const Status status = infer_shapes(**graph, registry);
  return status.ok() ? type_text((*graph)->outputs()[0]->type()) : status.message();
}

/// %s: the extents of %x; %n, %h: two of them as scalars; @i0 … constants.
constexpr const char* kExtents = R"(
  %s = Shape(%x)
  @i0 = i64[]{0}
  @i2 = i64[]{2}
  @list0 = i64[1]{0}
  @list1 = i64[1]{1}
  @list2 = i64[1]{2}
  @list4 = i64[1]{4}
  @minus = i64[1]{-1}
  %n = Gather(%s, @i0)
  %h = Gather(%s, @i2)
  %n1 = Unsqueeze(%n, @list0)
  %h1 = Unsqueeze(%h, @list0)
)";

TEST(ShapeArithmetic, FlattensAsExportersWriteIt) {
  EXPECT_EQ(inferred_type(std::string(kExtents) + "%t = Concat(%n1, @minus) {axis=0}\n %y = Reshape(%x, %t)"), "f32[N,3*H*W]");
}

TEST(ShapeArithmetic, ResizesToAComputedSize) {
  EXPECT_EQ(inferred_type(std::string(kExtents) + R"(
  %front = Slice(%s, @list0, @list2, @list0)
  %back = Slice(%s, @list2, @list4, @list0)
  @two = i64[]{2}
  %double = Mul(%back, @two)
  %t = Concat(%front, %double) {axis=0}
  %y = Resize(%x, _, _, %t) {mode="nearest"})"),
            "f32[N,3,2*H,2*W]");
}

TEST(ShapeArithmetic, CutsByExtents) {
  EXPECT_EQ(inferred_type(std::string(kExtents) + R"(
  @five = i64[]{5}
  %end = Sub(%h1, @five)
  %y = Slice(%x, @list1, %end, @list2))"),
            "f32[N,3,H - 6,W]");
  EXPECT_EQ(inferred_type(std::string(kExtents) + "%y = Slice(%x, @minus, @minus, @list2)"), "f32[N,3,0,W]");
}

TEST(ShapeArithmetic, CountsByExtents) {
  EXPECT_EQ(inferred_type(std::string(kExtents) + "@one = i64[]{1}\n %y = Range(@i0, %h, @one)"), "i64[H]");
  EXPECT_EQ(inferred_type(std::string(kExtents) + R"(
  %f = Cast(%h) {to=1}
  @zero = f32[]{0}
  @half = f32[]{0.5}
  %y = Range(@zero, %f, @half))"),
            "f32[2*H]");
}

TEST(ShapeArithmetic, BroadcastsToExtents) {
  EXPECT_EQ(inferred_type(std::string(kExtents) + R"(
  @one = i64[1]{1}
  %t = Concat(%h1, @one, @one) {axis=0}
  @v = f32[1]{1}
  %y = Expand(@v, %t))"),
            "f32[H,1,1]");
  EXPECT_EQ(inferred_type(std::string(kExtents) + "%t = Concat(%n1, %h1) {axis=0}\n %y = ConstantOfShape(%t)"), "f32[N,H]");
  EXPECT_EQ(inferred_type(std::string(kExtents) + "@one = i64[1]{1}\n %t = Concat(@one, %h1) {axis=0}\n %y = Tile(%m, %t)"), "f32[N,H*M]");
}

TEST(ShapeArithmetic, PadsByExtents) {
  EXPECT_EQ(inferred_type(std::string(kExtents) + R"(
  @zeros = i64[3]{0,0,0}
  %t = Concat(@list0, %h1, @list0, @list1) {axis=0}
  %y = Pad(%m, %t))"),
            "f32[N,H + M + 1]");
}

TEST(ShapeArithmetic, SplitsEvenly) {
  EXPECT_EQ(inferred_type("%y, %z = Split.18(%m) {axis=1, num_outputs=2}"), "f32[N,floordiv(M + 1, 2)]");
}

TEST(ShapeArithmetic, KeepsWindowsShort) {
  EXPECT_EQ(inferred_type("@w = f32[4,3,3,3]{base64 \"" + std::string(576, 'A') + "\"}\n%y = Conv(%x, @w) {pads=[1,1,1,1], strides=[2,2]}"),
            "f32[N,4,floordiv(H + 1, 2),floordiv(W + 1, 2)]");
  EXPECT_EQ(inferred_type("%y = MaxPool(%x) {kernel_shape=[2,2], strides=[2,2], ceil_mode=1}"),
            "f32[N,3,floordiv(H + 1, 2),floordiv(W + 1, 2)]");
  EXPECT_EQ(inferred_type("%y = AveragePool(%x) {kernel_shape=[3,3], auto_pad=\"SAME_UPPER\"}"), "f32[N,3,H,W]");
}

}  // namespace

}  // namespace gearbox::ops
