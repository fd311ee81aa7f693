#include "ops/rules.h"

namespace gearbox::ops::fused_loop {

namespace {

Status infer(InferContext& c) {
  const Ints types = c.attributes().integers("output_types");
  std::vector<Shape> shapes = {Shape(static_cast<size_t>(std::max<int64_t>(c.attributes().integer("rank", 0), 0)), Dim(1))};
  for (int i = 0; i < c.inputs(); ++i) {
    if (!c.ranked(i)) return c.error("the rank of every input must be known");
    shapes.push_back(c.shape(i));
  }
  GBX_ASSIGN_OR_RETURN(const Shape shape, c.broadcast_shapes(shapes));
  for (size_t i = 0; i < types.size(); ++i) c.output(static_cast<int>(i), static_cast<DType>(types[i]), shape);
  return {};
}

}  // namespace

/// Element-wise code over the broadcast of its inputs, generated once per distinct loop. `loop` is its text (ir/loop.h); every output has
/// the broadcast shape, with `rank` axes where constants inside the loop have more than the inputs. Its last extent is a multiple of
/// `column_multiple`.
OpDef definition() {
  return OpDef("FusedLoop", "gearbox")
      .input("x", {}, Formal::Arity::kVariadic)
      .output("y", {}, Formal::Arity::kVariadic)
      .attribute("loop", true)
      .attribute("access", true)
      .attribute("output_types", true)
      .attribute("column_multiple")
      .attribute("rank")
      .infer(infer)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 8); })
      .may_share(0)
      .may_share(1)
      .may_share(2)
      .may_share(3);
}

}  // namespace gearbox::ops::fused_loop
