#pragma once

#include "ops/epilogue.h"
#include "ops/rules.h"
#include "ops/window_rule.h"

namespace gearbox::ops {

inline constexpr DType kBlockedTypes[] = {DType::kF32};

/// What every operator on nChw8c tensors has: x, then operands of its epilogue after `packed` weight inputs.
inline OpDef blocked_operator(std::string name) {
  return with_epilogue(OpDef(std::move(name), "gearbox").input("x", kBlockedTypes))
      .output("y", kBlockedTypes)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .axes(
          [](const InferContext&, int input, int64_t axis) { return input == 0 && axis > 1 ? AxisRole::kWindow : AxisRole::kIndependent; });
}

/// The output of a convolution whose attributes follow ops/run/blocked_geometry.h.
inline Status infer_convolution(InferContext& c, Dim (*extent)(const Window&, size_t, Dim)) {
  if (!c.ranked(0) || c.rank(0) < 3) return c.error("the rank of its input must be known");
  const Attributes& attributes = c.attributes();
  GBX_ASSIGN_OR_RETURN(const Window window, window_of_node(c, c.rank(0) - 2));
  GBX_RETURN_IF_ERROR(
      c.require_equal(c.shape(0)[1], attributes.integer("in_channels", 0), "channels of " + quoted(c, 0) + " and of the weights"));
  Shape shape = c.shape(0);
  shape[1] = attributes.integer("out_channels", 0);
  for (size_t axis = 0; axis < window.axes.size(); ++axis) {
    shape[axis + 2] = extent(window, axis, shape[axis + 2]);
    GBX_RETURN_IF_ERROR(c.require_at_least(shape[axis + 2], 0,
                                           "windows that fit into the padded axis " + std::to_string(axis + 2) + " of " + quoted(c, 0)));
  }
  c.output(0, DType::kF32, std::move(shape));
  return {};
}

inline Cost convolution_cost(const InferContext& c) {
  const Attributes& attributes = c.attributes();
  Dim volume = 1;
  const Value* y = c.node().output(0);
  if (y && y->type().ranked()) volume = product(*y->type().shape);
  int64_t taps = attributes.integer("in_channels", 1) / std::max<int64_t>(1, attributes.integer("group", 1));
  for (int64_t k : attributes.integers("kernel_shape")) taps *= k;
  return {volume * (2 * taps), volume * 4 + c.volume(0) * 4};
}

inline OpDef blocked_convolution(std::string name) {
  return with_epilogue(OpDef(std::move(name), "gearbox")
                           .input("x", kBlockedTypes)
                           .input("packed", kBlockedTypes, Formal::Arity::kOptional)
                           .input("packed_winograd", kBlockedTypes, Formal::Arity::kOptional)
                           .input("operands", {}, Formal::Arity::kVariadic))
      .output("y", kBlockedTypes)
      .attribute("in_channels", true)
      .attribute("out_channels", true)
      .attribute("group")
      .attribute("large_bias")
      .attribute("kernel_shape", true)
      .attribute("strides")
      .attribute("dilations")
      .attribute("pads")
      .attribute("auto_pad")
      .axes([](const InferContext&, int input, int64_t axis) {
        return input != 0  ? AxisRole::kIndependent
               : axis == 1 ? AxisRole::kContracted
               : axis > 1  ? AxisRole::kWindow
                           : AxisRole::kIndependent;
      })
      .cost(convolution_cost);
}

}  // namespace gearbox::ops
