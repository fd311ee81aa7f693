#include "ops/closed_body.h"
#include "ops/rules.h"

namespace gearbox::ops::partitioned_call {

namespace {

Status infer(InferContext& c) {
  const Graph* body = c.node().body("body");
  if (!body) return c.error("lacks its body");
  const ClosedBody inside(c, *body, 0);
  GBX_RETURN_IF_ERROR(inside.check(c));
  for (int i = 0; i < c.outputs(); ++i) {
    if (c.wants_output(i)) inside.set_output(c, i);
  }
  return {};
}

}  // namespace

/// A part of a graph as a graph of its own: takes all inputs, gives all outputs. `scope` names the part where it is to have gears.
OpDef definition() {
  return OpDef("PartitionedCall", "gearbox")
      .input("inputs", {}, Formal::Arity::kVariadic)
      .output("outputs", {}, Formal::Arity::kVariadic)
      .attribute("scope")
      .infer(infer);
}

}  // namespace gearbox::ops::partitioned_call
