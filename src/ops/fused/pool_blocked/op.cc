#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::pool_blocked {

namespace {

Status infer(InferContext& c) {
  if (!c.ranked(0) || c.rank(0) < 3) return c.error("the rank of its input must be known");
  auto window = window_of(c.attributes(), static_cast<size_t>(c.rank(0)) - 2);
  if (!window.ok()) return c.error(window.status().message());
  Shape shape = c.shape(0);
  for (size_t axis = 0; axis < window->axes.size(); ++axis) {
    shape[axis + 2] = window_extent<Dim>(*window, axis, shape[axis + 2]);
    GBX_RETURN_IF_ERROR(c.require_at_least(shape[axis + 2], 0, "the window must fit into the padded axis " + std::to_string(axis + 2)));
  }
  c.output(0, DType::kF32, std::move(shape));
  return {};
}

}  // namespace

/// MaxPool or AveragePool (`kind` "max", "average", "average_with_pads") of nChw8c with one or two spatial axes, then the epilogue.
OpDef definition() {
  return blocked_operator("PoolBlocked")
      .input("operands", {}, Formal::Arity::kVariadic)
      .attribute("kind", true)
      .attribute("kernel_shape", true)
      .attribute("strides")
      .attribute("dilations")
      .attribute("pads")
      .attribute("auto_pad")
      .attribute("ceil_mode")
      .infer(infer);
}

}  // namespace gearbox::ops::pool_blocked
