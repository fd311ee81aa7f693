#include "cli/bench_report.h"

#include <algorithm>
#include <cmath>

#include "cli/table.h"

namespace gearbox::cli {

namespace {

std::string printed(const char* format, auto... values) {
  std::string out(static_cast<size_t>(std::snprintf(nullptr, 0, format, values...)), '\0');
  std::snprintf(out.data(), out.size() + 1, format, values...);
  return out;
}

double gflops(const ShapeTimes& row) {
  const double typical = row.count > 0 ? quantile(row, 0.5) : row.first;
  return row.flops > 0 ? row.flops / typical * 1e-6 : NAN;
}

}  // namespace

double quantile(const ShapeTimes& row, double share) {
  if (row.count == 0) return NAN;
  std::vector<double> sorted(row.times.begin(), row.times.begin() + static_cast<std::ptrdiff_t>(row.count));
  std::sort(sorted.begin(), sorted.end());
  return sorted[std::min(sorted.size() - 1, static_cast<size_t>(static_cast<double>(sorted.size()) * share))];
}

std::string stream_lines(const BenchResult& result) {
  std::string out = printed(
      "gearbox %s load_ms=%.1f requests=%zu distinct_shapes=%zu stream_ms=%.2f wall_ms=%.2f peak_rss_mb=%.1f threads=%d\n", GBX_VERSION,
      result.load_ms, result.requests, result.shapes.size(), result.stream_ms, result.wall_ms, result.peak_rss_mb, result.threads);
  for (const ShapeTimes& row : result.shapes) {
    out += printed("  n=%-4zu first=%.4f min=%.4f median=%.4f p90=%.4f ms  out=%s sumabs=%.6g | %s\n", row.count + 1, row.first,
                   quantile(row, 0), quantile(row, 0.5), quantile(row, 0.9), row.out_dims.c_str(), row.sum, row.name.c_str());
  }
  return out;
}

std::string bench_table(const BenchResult& result) {
  Table table("lrrrrrrr");
  table.row({"shape", "runs", "first ms", "p50 ms", "p90 ms", "p99 ms", "GF/s", "peak"});
  for (const ShapeTimes& row : result.shapes) {
    const double rate = gflops(row);
    const double share = result.peak_flops > 0 ? 100 * rate * 1e9 / result.peak_flops : NAN;
    table.row({row.name, std::to_string(row.count + 1), fixed_text(row.first, 3), fixed_text(quantile(row, 0.5), 3),
               fixed_text(quantile(row, 0.9), 3), fixed_text(quantile(row, 0.99), 3), fixed_text(rate, 1),
               std::isfinite(share) ? fixed_text(share, 0) + " %" : "–"});
  }
  std::string out = table.text();
  const Context::Memory& memory = result.memory;
  out += "memory of the last shape: arena " + bytes_text(memory.arena_bytes) + " (at least " + bytes_text(memory.lower_bound) +
         " live at once), outputs " + bytes_text(memory.output_bytes) + ", pool " + bytes_text(memory.pool_bytes) + ", scratch " +
         bytes_text(memory.scratch_bytes) + "; " + counted(memory.plans, "plan") + "\n";
  if (result.gears) out += result.gears->text;
  if (result.peak_flops > 0)
    out += "peak: " + fixed_text(result.peak_flops * 1e-9, 0) + " GF/s with " + counted(static_cast<uint64_t>(result.threads), "thread") +
           "\n";
  return out;
}

nlohmann::json bench_object(const BenchResult& result) {
  nlohmann::json shapes = nlohmann::json::array();
  for (const ShapeTimes& row : result.shapes) {
    nlohmann::json object = {{"shape", row.name},
                             {"runs", row.count + 1},
                             {"first_ms", row.first},
                             {"min_ms", quantile(row, 0)},
                             {"p50_ms", quantile(row, 0.5)},
                             {"p90_ms", quantile(row, 0.9)},
                             {"p99_ms", quantile(row, 0.99)},
                             {"output", row.out_dims},
                             {"arena_bytes", row.arena_bytes},
                             {"lower_bound", row.lower_bound}};
    if (row.flops > 0) object["flops"] = row.flops;
    if (row.flops > 0) object["gflops"] = gflops(row);
    if (row.flops > 0 && result.peak_flops > 0) object["share_of_peak"] = gflops(row) * 1e9 / result.peak_flops;
    shapes.push_back(std::move(object));
  }
  const Context::Memory& memory = result.memory;
  nlohmann::json out = {{"model", result.model},
                        {"version", GBX_VERSION},
                        {"threads", result.threads},
                        {"requests", result.requests},
                        {"load_ms", result.load_ms},
                        {"stream_ms", result.stream_ms},
                        {"wall_ms", result.wall_ms},
                        {"peak_rss_mb", result.peak_rss_mb},
                        {"peak_gflops", result.peak_flops * 1e-9},
                        {"shapes", std::move(shapes)},
                        {"memory",
                         {{"arena_bytes", memory.arena_bytes},
                          {"lower_bound", memory.lower_bound},
                          {"output_bytes", memory.output_bytes},
                          {"pool_bytes", memory.pool_bytes},
                          {"scratch_bytes", memory.scratch_bytes},
                          {"plans", memory.plans},
                          {"plan_hits", memory.plan_hits},
                          {"plan_misses", memory.plan_misses}}}};
  if (result.gears) out["gears"] = result.gears->object;
  for (const Report& explanation : result.explanations) out["dispatch"].push_back(explanation.object);
  return out;
}

}  // namespace gearbox::cli
