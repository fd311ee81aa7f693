#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/bench_stream.h"

namespace gearbox::cli {

/// One shape served as the package chooses and by the dynamic program.
struct VersusRow {
  std::string shape, way;
  size_t rounds = 0;
  double gear_ms = 0, dynamic_ms = 0;              ///< medians over the rounds
  double gear_least_ms = 0, dynamic_least_ms = 0;  ///< minima
  double speedup = 0;                              ///< median over the rounds of dynamic over gear
  double apart = 0;                                ///< largest absolute difference of outputs
  std::string differs;                             ///< in words, where they differ by more than rounding
};

/// Runs shapes on their gears and on the dynamic program in turns, so that both meet the same machine: --trace as a whole on one side and
/// then on the other, in its order; of --input-shape blocks of runs of each shape in turn. Errors: a call fails, the package has no dynamic
/// program.
Result<std::vector<VersusRow>> versus_dynamic(const std::shared_ptr<const Model>& model, const Trace& trace, const BenchOptions& options);

/// The inputs of every gear, one request each; axes that gears leave open are 1 long.
Trace gear_requests(const Model& model, const std::map<std::string, FillRule>& fills);

std::string versus_table(const std::vector<VersusRow>& rows);
nlohmann::json versus_object(const std::vector<VersusRow>& rows);

}  // namespace gearbox::cli
