#pragma once

#include "op/case.h"

namespace gearbox::bench {

struct Verdict {
  double error = 0;     ///< largest over the largest magnitude of the reference; infinite where a value is NaN
  bool guarded = true;  ///< nothing was written behind the output
  int64_t checked = 0, units = 0;
  bool right(const Case& of) const { return guarded && error <= of.tolerance; }
};

/// Runs the kernel on a poisoned output and compares with the definition: all units, or, where that takes more than `most_work` operations,
/// some spread evenly, the first and the last among them.
Verdict check(const Case& one, double most_work = 2e8);

}  // namespace gearbox::bench
