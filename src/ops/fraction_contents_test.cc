#include "ops/fraction_contents.h"

#include <gtest/gtest.h>

#include "ops/op_def.h"

namespace gearbox::ops {

namespace {

/// The contents of cast(op(cast(shape(x)), factor)) for x: f32[N,6], as text.
std::string scaled_shape(const std::string& op, float factor, const std::string& rounding) {
  const OpRegistry registry = OpRegistry::builtin();
  Graph graph("g");
  const Dim n = graph.scope()->symbol("N");
  Value* x = graph.add_input("x", tensor_type(DType::kF32, {n, 6}));
  auto add = [&](const std::string& name, std::vector<Value*> inputs, Attributes attributes) {
    NodeSpec spec;
    spec.op = name;
    spec.version = 13;
    spec.inputs = std::move(inputs);
    spec.attributes = std::move(attributes);
    return graph.add(std::move(spec), {""})->output(0);
  };
  Attributes to_float, to_int;
  to_float.set("to", static_cast<int64_t>(DType::kF32));
  to_int.set("to", static_cast<int64_t>(DType::kI64));
  Value* value = add("Cast", {add("Shape", {x}, {})}, to_float);
  value = add(op, {value, graph.add_constant("factor", Literal::scalar(factor))}, {});
  if (!rounding.empty()) value = add(rounding, {value}, {});
  value = add("Cast", {value}, to_int);
  graph.add_output(value, "y");
  const Status status = infer_shapes(graph, registry);
  if (!status.ok()) return status.message();
  if (!value->contents()) return "unknown";
  std::string out;
  for (const Dim& element : *value->contents()) out += (out.empty() ? "" : "; ") + element.text();
  return out;
}

TEST(FractionContents, FollowArithmeticBackToExtents) {
  EXPECT_EQ(scaled_shape("Mul", 2, "Floor"), "2*N; 12");
  EXPECT_EQ(scaled_shape("Mul", 0.5, "Floor"), "floordiv(N, 2); 3");
  EXPECT_EQ(scaled_shape("Div", 4, ""), "floordiv(N, 4); 1");
  EXPECT_EQ(scaled_shape("Div", 4, "Ceil"), "floordiv(N + 3, 4); 2");
  EXPECT_EQ(scaled_shape("Add", 0.25, ""), "N; 6");
  EXPECT_EQ(scaled_shape("Sub", 7, ""), "N - 7; -1");
  EXPECT_EQ(scaled_shape("Sub", 0.5, ""), "unknown");
  EXPECT_EQ(scaled_shape("Pow", 2, ""), "unknown");
}

}  // namespace

}  // namespace gearbox::ops
