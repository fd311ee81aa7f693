#pragma once

#include <string>

#include "base/machine/machine_profile.h"
#include "cli/step_times.h"

namespace gearbox::cli {

/// What a step should take on a machine by the roofline of Williams, Waterman and Patterson (2009): the longer of computing and moving.
/// Calling includes the fork and join of threads, where sharing the work pays.
struct StepPrediction {
  double computing_ns = 0, moving_ns = 0, calling_ns = 0;

  double ns() const { return (computing_ns > moving_ns ? computing_ns : moving_ns) + calling_ns; }
  /// What bounds it: "computing", "memory", or "calling" where both are shorter than the call of a kernel.
  const char* bound() const;
};

/// Part of the plain sums' products that an algorithm makes: "winograd4" a quarter, "strassen" 7/8.
double work_share(const std::string& algorithm);

/// `flops`: of the direct algorithm, below 0 where not known. `weight_bytes`: that one run of the whole program reads, which says how far
/// away the weights lie. With several threads, arithmetic and caches are shared out, memory is not.
StepPrediction predict_step(const SeenStep& step, double flops, double weight_bytes, const MachineProfile& machine, int threads = 1);

}  // namespace gearbox::cli
