#include "ops/fused/blocked_rule.h"
#include "ops/shape/resize/resize_rules.h"

namespace gearbox::ops::resize_blocked {

/// Resize of the one or two spatial axes of an nChw8c tensor, then the epilogue. Inputs and attributes are those of Resize (in the form of
/// opset 11 and later), operands of the epilogue follow.
OpDef definition() {
  return blocked_operator("ResizeBlocked")
      .versions({11, 13, 18, 19})
      .input("roi", kFloatTypes, Formal::Arity::kOptional)
      .input("scales", kFloatTypes, Formal::Arity::kOptional)
      .input("sizes", kInt64Types, Formal::Arity::kOptional)
      .input("operands", {}, Formal::Arity::kVariadic)
      .attribute("mode")
      .attribute("coordinate_transformation_mode")
      .attribute("nearest_mode")
      .attribute("cubic_coeff_a")
      .attribute("exclude_outside")
      .attribute("extrapolation_value")
      .attribute("antialias")
      .attribute("axes")
      .attribute("keep_aspect_ratio_policy")
      .infer(resize::infer);
}

}  // namespace gearbox::ops::resize_blocked
