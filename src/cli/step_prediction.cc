#include "cli/step_prediction.h"

#include <algorithm>

namespace gearbox::cli {

namespace {

constexpr double kCallNs = 40;  // what a step costs beside its kernel: bench/dispatch measures it

}  // namespace

const char* StepPrediction::bound() const {
  if (std::max(computing_ns, moving_ns) < calling_ns) return "calling";
  return computing_ns >= moving_ns ? "computing" : "memory";
}

double work_share(const std::string& algorithm) {
  if (algorithm == "winograd4") return 1.0 / 4;
  if (algorithm == "strassen") return 7.0 / 8;
  return algorithm == "winograd2" ? 4.0 / 9 : 1;
}

StepPrediction predict_step(const SeenStep& step, double flops, double weight_bytes, const MachineProfile& machine, int threads) {
  const auto predicted = [&](double team) {
    const auto moving_ns = [&](double bytes, double among) {
      const double rate = machine.read_rate(among);
      return 1e9 * bytes / (rate == machine.memory_read ? rate : rate * team);
    };
    StepPrediction out;
    out.calling_ns = kCallNs + (team > 1 ? machine.region_ns : 0);
    out.computing_ns = 1e9 * std::max(flops, 0.0) * work_share(step.algorithm) / (machine.fma * team);
    out.moving_ns = moving_ns(step.constant_bytes, weight_bytes) + moving_ns(step.other_bytes, step.other_bytes);
    return out;
  };
  const StepPrediction alone = predicted(1), together = predicted(std::max(threads, 1));
  return together.ns() < alone.ns() ? together : alone;
}

}  // namespace gearbox::cli
