#pragma once

#include <cmath>
#include <numbers>

#include "ops/run/arguments.h"
#include "ops/run/fill.h"

namespace gearbox::ops {

/// Writes output 0 = f(turn) for as many samples as input 0 says; turn runs from 0 to 1 over the window, the end excluded where the
/// attribute `periodic` (default 1) is set. One sample alone is 1 where the formula has no value for it.
template <class F>
Status run_window(KernelContext& context, F f) {
  const int64_t size = integer_input(context, 0, 0);
  if (size < 0) return context.error("the window has the negative size " + std::to_string(size));
  const bool periodic = context.attributes().integer("periodic", 1) != 0;
  const double whole = static_cast<double>(periodic ? size : size - 1);
  return fill_output(context, Extents{size}, [&](int64_t i) { return whole == 0 ? 1.0 : f(static_cast<double>(i) / whole); });
}

/// cos(2 pi harmonic turn)
inline double turn_cosine(double harmonic, double turn) { return std::cos(2 * std::numbers::pi * harmonic * turn); }

}  // namespace gearbox::ops
