#pragma once

#include <span>

#include "ops/op_def.h"

namespace gearbox::ops {

/// Extents as an attribute: one Dim text each, over symbols of the main graph's inputs. Only such symbols keep their meaning when types
/// are inferred anew; nodes of nested graphs, whose symbols are renamed, must not carry any.
inline constexpr char kExtentsAttribute[] = "extents";

inline Attribute extents_attribute(std::span<const Dim> extents) {
  Strings out;
  for (const Dim& extent : extents) out.push_back(extent.text());
  return out;
}

inline Result<Shape> extents_of(InferContext& context) {
  Shape out;
  for (const std::string& text : context.attributes().texts(kExtentsAttribute)) {
    GBX_ASSIGN_OR_RETURN(const Dim extent, parse_dim(text, context.scope()));
    out.push_back(extent);
  }
  return out;
}

}  // namespace gearbox::ops
