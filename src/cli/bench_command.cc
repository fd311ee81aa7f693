#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/model_source.h"
#include "cli/trace.h"
#include "runtime/context.h"

namespace gearbox::cli {

namespace {

struct BenchOptions {
  std::string model;
  std::string trace;
  std::string dump;
  int threads = 1;
  bool reference = false;
};

struct ShapeTimes {
  double first = -1;
  std::vector<double> times;
  std::string out_dims;
  double sum = 0;
};

void note_first_run(std::span<const Tensor> outputs, ShapeTimes& times) {
  if (outputs.empty()) return;
  for (size_t i = 0; i < outputs[0].dims.size(); ++i) times.out_dims += (i ? "x" : "") + std::to_string(outputs[0].dims[i]);
  if (outputs[0].dtype != DType::kF32) return;
  for (int64_t i = 0, n = outputs[0].elements(); i < n; ++i) times.sum += std::fabs(outputs[0].as<float>()[i]);
}

void dump_outputs(const std::string& folder, int shape, std::span<const Tensor> outputs) {
  mkdir(folder.c_str(), 0755);
  for (size_t k = 0; k < outputs.size(); ++k) {
    std::ofstream file(folder + "/s" + std::to_string(shape) + "_o" + std::to_string(k) + ".bin", std::ios::binary);
    file.write(outputs[k].as<char>(), static_cast<std::streamsize>(outputs[k].elements()) * static_cast<std::streamsize>(dtype_size(outputs[k].dtype)));
  }
}

/// The request's tensors in the model's input order.
Result<std::vector<Literal>> make_inputs(const Program& program, const std::vector<TraceInput>& shape, const Trace& trace) {
  std::vector<Literal> out;
  for (const TraceInput& given : shape) {
    const bool known = std::any_of(program.inputs.begin(), program.inputs.end(), [&](int32_t v) { return program.values[static_cast<size_t>(v)].name == given.name; });
    if (!known) return invalid_argument("the model has no input '" + given.name + "'");
  }
  for (int32_t v : program.inputs) {
    const ProgramValue& value = program.values[static_cast<size_t>(v)];
    const auto given = std::find_if(shape.begin(), shape.end(), [&](const TraceInput& input) { return input.name == value.name; });
    if (given == shape.end()) return invalid_argument("input '" + value.name + "' is missing");
    const auto rule = trace.fills.find(value.name);
    out.push_back(filled(value.name, value.dtype, given->dims, rule == trace.fills.end() ? FillRule() : rule->second));
  }
  return out;
}

double median(std::vector<double> times, double quantile = 0.5) {
  if (times.empty()) return NAN;
  std::sort(times.begin(), times.end());
  return times[std::min(times.size() - 1, static_cast<size_t>(static_cast<double>(times.size()) * quantile))];
}

Status bench(const BenchOptions& options) {
  GBX_ASSIGN_OR_RETURN(const Trace trace, read_trace(options.trace));
  const int64_t load_begin = now_ns();
  GBX_ASSIGN_OR_RETURN(std::shared_ptr<const Model> model, open_model({.path = options.model, .threads = options.threads, .reference = options.reference}));
  const double load_ms = static_cast<double>(now_ns() - load_begin) * 1e-6;
  Context context(model, {});
  std::vector<std::vector<Literal>> inputs;
  for (const auto& shape : trace.shapes) {
    GBX_ASSIGN_OR_RETURN(std::vector<Literal> literals, make_inputs(model->main(), shape, trace));
    inputs.push_back(std::move(literals));
  }
  std::vector<ShapeTimes> times(trace.shapes.size());
  double total = 0;
  const int64_t wall_begin = now_ns();
  std::vector<Tensor> tensors;
  for (int shape : trace.requests) {
    tensors.clear();
    for (const Literal& literal : inputs[static_cast<size_t>(shape)]) tensors.push_back({literal.dtype(), literal.dims(), const_cast<void*>(literal.data())});
    const int64_t begin = now_ns();
    auto outputs = context.run(tensors);
    const double ms = static_cast<double>(now_ns() - begin) * 1e-6;
    if (!outputs.ok()) return outputs.status();
    total += ms;
    ShapeTimes& row = times[static_cast<size_t>(shape)];
    if (row.first >= 0) {
      row.times.push_back(ms);
      continue;
    }
    row.first = ms;
    note_first_run(*outputs, row);
    if (!options.dump.empty()) dump_outputs(options.dump, shape, *outputs);
  }
  const double wall = static_cast<double>(now_ns() - wall_begin) * 1e-6;
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  std::printf("gearbox 0.1.0 load_ms=%.1f requests=%zu distinct_shapes=%zu stream_ms=%.2f wall_ms=%.2f peak_rss_mb=%.1f threads=%d\n", load_ms, trace.requests.size(),
              trace.shapes.size(), total, wall, static_cast<double>(usage.ru_maxrss) / 1024, options.threads);
  for (size_t i = 0; i < times.size(); ++i) {
    const ShapeTimes& row = times[i];
    const double least = row.times.empty() ? NAN : *std::min_element(row.times.begin(), row.times.end());
    std::printf("  n=%-4zu first=%.3f min=%.3f median=%.3f p90=%.3f ms  out=%s sumabs=%.6g | %s\n", row.times.size() + 1, row.first, least, median(row.times), median(row.times, 0.9),
                row.out_dims.c_str(), row.sum, trace.shape_names[i].c_str());
  }
  return {};
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Replay a stream of shapes and report latency and memory");
  command->add_option("model", options->model, "The model (.onnx) or package (.gbx)")->required()->check(CLI::ExistingFile);
  command->add_option("--trace", options->trace, "The stream of requests")->required()->check(CLI::ExistingFile);
  command->add_option("--threads", options->threads, "Threads of the model")->capture_default_str();
  command->add_option("--dump", options->dump, "Write each output of a shape's first run into this folder");
  command->add_flag("--reference", options->reference, "Plain kernels and no passes");
  command->callback([options, &exit_code] { exit_code = report(bench(*options)); });
}

}  // namespace gearbox::cli
