#include "ops/window_rule.h"

namespace gearbox::ops::max_pool {

namespace {

constexpr DType kTypes[] = {DType::kF16, DType::kBF16, DType::kF32, DType::kF64, DType::kI8, DType::kU8};

}  // namespace

/// The largest element under every window, NaN where one is, and, as second output, where it is: its index into the whole input, counted
/// with the last spatial axis fastest or, with storage_order=1, the first one.
OpDef definition() {
  return OpDef("MaxPool")
      .versions({1, 8, 10, 11, 12, 22})
      .input("X", kTypes)
      .output("Y", kTypes)
      .output("Indices", kInt64Types, Formal::Arity::kOptional)
      .attribute("auto_pad")
      .attribute("ceil_mode")
      .attribute("dilations")
      .attribute("kernel_shape", true)
      .attribute("pads")
      .attribute("storage_order")
      .attribute("strides")
      .infer(pooled_shape)
      .axes(pooled_role)
      .cost(pooled_cost);
}

}  // namespace gearbox::ops::max_pool
