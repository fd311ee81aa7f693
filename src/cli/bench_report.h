#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/dispatch_report.h"
#include "runtime/context.h"

namespace gearbox::cli {

/// Measured runs of one shape, milliseconds.
struct ShapeTimes {
  std::string name;           ///< the words of the trace line
  double first = -1;          ///< the first run of all; below 0: none yet
  std::vector<double> times;  ///< later runs; room is made beforehand, `count` are filled
  size_t count = 0;
  std::string out_dims;    ///< extents of output 0, "1x1000"
  double sum = 0;          ///< of the absolute values of output 0, where it is f32
  double flops = 0;        ///< estimated operations of a run; 0: unknown
  size_t arena_bytes = 0;  ///< of its plan
  size_t lower_bound = 0;  ///< live at once: no plan needs less
};

struct BenchResult {
  std::string model;
  int threads = 1;
  size_t requests = 0;
  double load_ms = 0, stream_ms = 0, wall_ms = 0, peak_rss_mb = 0;
  double peak_flops = 0;  ///< of the machine with these threads, per second; 0: unknown
  std::vector<ShapeTimes> shapes;
  Context::Memory memory;
  std::optional<Report> gears;       ///< what served the runs, where the model has gears
  std::vector<Report> explanations;  ///< of --explain-dispatch, one for each shape
};

/// The value below which this share of the times lies, NaN where there are none: times[floor(share * count)] of the sorted times.
double quantile(const ShapeTimes& row, double share);

/// One line for the whole, then one for each shape, in the words that trace tools of other engines print:
///   gearbox VERSION load_ms=… requests=… distinct_shapes=… stream_ms=… wall_ms=… peak_rss_mb=… threads=…
///     n=… first=… min=… median=… p90=… ms  out=… sumabs=… | SHAPE
std::string stream_lines(const BenchResult& result);
/// A table with a row for each shape: runs, first, p50, p90, p99, GFLOP/s and its share of the machine's peak.
std::string bench_table(const BenchResult& result);
nlohmann::json bench_object(const BenchResult& result);

}  // namespace gearbox::cli
