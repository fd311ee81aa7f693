#include "passes/canonicalise/simplify_shape_arithmetic.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {

namespace simplify_shape_arithmetic_test {

struct Case {
  const char* name;
  const char* nodes;  ///< from %x: f32[N,M,6] to %y
  const char* expected;
  const char* type;  ///< of %y
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

#define GBX_FIRST_TWO "%s = Shape.13(%x)\n%n = Gather.13(%s, @i0)\n%m = Gather.13(%s, @i1)\n"

const Case kCases[] = {
    {"reshape", GBX_FIRST_TWO "%t = Concat.13(%n, %m, @two, @three) {axis=0}\n%y = Reshape.13(%x, %t)", "gearbox::View", "f32[N,M,2,3]"},
    {"reshape_with_product", GBX_FIRST_TWO "%p = Mul.14(%n, %m)\n%t = Concat.13(%p, @six) {axis=0}\n%y = Reshape.13(%x, %t)",
     "gearbox::View", "f32[M*N,6]"},
    {"view_of_view", GBX_FIRST_TWO "%t = Concat.13(%n, %m, @two, @three) {axis=0}\n%u = Unsqueeze.13(%x, @i0)\n%y = Reshape.13(%u, %t)",
     "gearbox::View", "f32[N,M,2,3]"},
    {"to_the_own_shape", GBX_FIRST_TWO "%t = Concat.13(%n, %m, @six) {axis=0}\n%r = Reshape.13(%x, %t)\n%y = Relu.14(%r)", "Relu",
     "f32[N,M,6]"},
    {"expand", GBX_FIRST_TWO "%t = Concat.13(@two, %n, %m, @six) {axis=0}\n%y = Expand.13(%x, %t)", "gearbox::ExpandTo", "f32[2,N,M,6]"},
    {"fill", GBX_FIRST_TWO "%t = Concat.13(%m, %n) {axis=0}\n%y = ConstantOfShape.9(%t)", "gearbox::Fill", "f32[M,N]"},
    {"range", "%s = Shape.13(%x)\n%m = Gather.13(%s, @s1)\n%y = Range.11(@s0, %m, @s2)", "gearbox::RangeTo", "i64[ceildiv(M, 2)]"},
    {"range_from_an_extent",
     "%s = Shape.13(%x)\n%n = Gather.13(%s, @s0)\n%m = Gather.13(%s, @s1)\n%e = Add.14(%n, %m)\n%y = Range.11(%n, %e, @s1)",
     "gearbox::ShapeVector gearbox::ShapeVector Range", "i64[M]"},
    {"slice", GBX_FIRST_TWO "%y = Slice.13(%x, @i0, %m, @i1)", "gearbox::ShapeVector Slice", "f32[N,M,6]"},
    {"late", "%z = NonZero.13(%x)\n%s = Shape.13(%z)\n%y = ConstantOfShape.9(%s)", "NonZero Shape ConstantOfShape", nullptr},
};

class SimplifyShapeArithmetic : public testing::TestWithParam<Case> {};

TEST_P(SimplifyShapeArithmetic, DetachesTheShape) {
  const std::string text =
      "graph @main(%x: f32[N,M,6]) -> (%y) {\n@i0 = i64[1]{0}\n@i1 = i64[1]{1}\n@two = i64[1]{2}\n@three = i64[1]{3}\n@six = i64[1]{6}\n"
      "@s0 = i64[]{0}\n@s1 = i64[]{1}\n@s2 = i64[]{2}\n" +
      std::string(GetParam().nodes) + "\n}";
  auto graph = parse_graph(text);
  ASSERT_TRUE(graph.ok()) << graph.status().text();
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  ASSERT_EQ(infer_shapes(**graph, ops).text(), "");
  constexpr Pass kPasses[] = {{"simplify_shape_arithmetic", simplify_shape_arithmetic}};
  ASSERT_EQ(run_passes(**graph, {ops, kernels, {}}, kPasses).text(), "");
  EXPECT_EQ(operators(**graph), GetParam().expected);
  // The extents survive the text and inference from it.
  auto again = parse_graph(print(**graph));
  ASSERT_TRUE(again.ok()) << again.status().text();
  ASSERT_EQ(infer_shapes(**again, ops).text(), "");
  if (GetParam().type) {
    auto wanted = parse_graph("graph @t(%x: f32[N,M,6], %y: " + std::string(GetParam().type) + ") -> (%x) {\n}");
    ASSERT_TRUE(wanted.ok()) << wanted.status().text();
    EXPECT_EQ(type_text((*again)->outputs()[0]->type()), type_text((*wanted)->inputs()[1]->type()));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, SimplifyShapeArithmetic, testing::ValuesIn(kCases), [](const auto& test) { return test.param.name; });

}  // namespace simplify_shape_arithmetic_test

}  // namespace gearbox
