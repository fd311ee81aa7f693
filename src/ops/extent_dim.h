#pragma once

#include "expr/dim.h"
#include "ops/run/extent.h"

namespace gearbox::ops {

template <>
struct ExtentMath<Dim> {
  static std::optional<int64_t> number(Dim x) { return x.is_constant() ? std::optional<int64_t>(x.value()) : std::nullopt; }
  static Dim floordiv(Dim a, Dim b) { return gearbox::floordiv(a, b); }
  static Dim ceildiv(Dim a, Dim b) { return gearbox::ceildiv(a, b); }
  static Dim min(Dim a, Dim b) { return gearbox::min(a, b); }
  static Dim max(Dim a, Dim b) { return gearbox::max(a, b); }
};

}  // namespace gearbox::ops
