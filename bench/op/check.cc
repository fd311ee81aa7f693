#include "op/check.h"

#include <algorithm>
#include <cmath>

namespace gearbox::bench {

Verdict check(const Case& one, double most_work) {
  one.output->poison();
  one.run();
  const std::vector<float> got = one.result();
  const double affordable = std::max(most_work / std::max(one.unit_work, 1.0), 2.0);
  const auto count = static_cast<int64_t>(std::min(affordable, static_cast<double>(one.units)));
  Verdict out{.guarded = one.output->guarded(), .units = one.units};
  double worst = 0, largest = 1e-3;
  std::vector<double> want(static_cast<size_t>(one.unit_size));
  for (; out.checked < count; ++out.checked) {
    const int64_t unit = count == one.units ? out.checked : out.checked * (one.units - 1) / (count - 1);
    one.reference(unit, want);
    for (int64_t i = 0; i < one.unit_size; ++i) {
      const double difference = std::fabs(got[static_cast<size_t>(unit * one.unit_size + i)] - want[static_cast<size_t>(i)]);
      worst = std::isnan(difference) ? INFINITY : std::max(worst, difference);
      largest = std::max(largest, std::fabs(want[static_cast<size_t>(i)]));
    }
  }
  // What is not compared must at least have been written.
  if (std::ranges::any_of(got, [](float value) { return std::isnan(value); })) worst = INFINITY;
  out.error = worst / largest;
  return out;
}

}  // namespace gearbox::bench
