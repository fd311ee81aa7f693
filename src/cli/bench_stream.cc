#include "cli/bench_stream.h"

#include <malloc.h>

#include <cmath>
#include <filesystem>

#include "base/clock.h"
#include "base/new_file.h"
#include "cli/plan_figures.h"
#include "cli/shape_table.h"
#include "runtime/program_cost.h"

namespace gearbox::cli {

namespace {

constexpr size_t kMostTimes = size_t{1} << 17;  // kept over all shapes; a longer stream ends there
constexpr int kShapeWarmup = 2;
constexpr double kShapeSeconds = 1;
/// Inputs made ahead and held; a stream of very many shapes has the rest made before each run, and gears all: their memory is compared.
constexpr size_t kMostInputBytes = size_t{64} << 20;
/// Inputs from this size on get pages of their own, which go back at once: what bench holds must not blur what the model holds.
constexpr int kOwnPages = 1 << 16;

double ms_between(int64_t begin_ns, int64_t end_ns) { return static_cast<double>(end_ns - begin_ns) * 1e-6; }

/// Output 0's extents and sum for the report, all outputs for --dump.
Status note_first_run(std::span<const Tensor> outputs, const std::string& dump, size_t shape, ShapeTimes& row) {
  if (!outputs.empty()) {
    for (size_t i = 0; i < outputs[0].dims.size(); ++i) row.out_dims += (i ? "x" : "") + std::to_string(outputs[0].dims[i]);
    for (int64_t i = 0, n = outputs[0].dtype == DType::kF32 ? outputs[0].elements() : 0; i < n; ++i)
      row.sum += std::fabs(outputs[0].as<float>()[i]);
  }
  for (size_t k = 0; k < outputs.size() && !dump.empty(); ++k) {
    const size_t bytes = static_cast<size_t>(outputs[k].elements()) * dtype_size(outputs[k].dtype);
    GBX_RETURN_IF_ERROR(write_file(dump + "/s" + std::to_string(shape) + "_o" + std::to_string(k) + ".bin",
                                   std::string_view(outputs[k].as<char>(), bytes)));
  }
  return {};
}

}  // namespace

Result<Trace> requests_of(const BenchOptions& options) {
  Trace trace;
  if (!options.trace.empty()) {
    GBX_ASSIGN_OR_RETURN(trace, read_trace(options.trace));
  }
  GBX_ASSIGN_OR_RETURN(const auto fills, options.inputs.fill_rules());
  for (const auto& [name, rule] : fills) trace.fills[name] = rule;
  if (!options.trace.empty()) return trace;
  GBX_ASSIGN_OR_RETURN(trace.shapes, options.inputs.requests());
  if (trace.shapes.empty()) trace.shapes.emplace_back();
  for (size_t i = 0; i < trace.shapes.size(); ++i) {
    trace.shape_names.push_back(trace_words(trace.shapes[i]));
    trace.requests.push_back(static_cast<int>(i));
  }
  return trace;
}

Bench::Bench(std::shared_ptr<const Model> model, const BenchOptions& options, Trace trace)
    : options_(options), trace_(std::move(trace)), model_(std::move(model)), context_(model_, {}) {}

Status Bench::prepare() {
  mallopt(M_MMAP_THRESHOLD, kOwnPages);
  size_t held = 0;
  for (const RequestShape& shape : trace_.shapes) {
    GBX_ASSIGN_OR_RETURN(std::vector<Literal> literals, make_inputs(*model_, shape, trace_.fills));
    for (const Literal& literal : literals) held += literal.bytes();
    if (held > kMostInputBytes || options_.each_gear) literals.clear();
    literals_.push_back(std::move(literals));
  }
  const int passes = options_.iterations > 0 ? options_.iterations : options_.trace.empty() || options_.duration > 0 ? INT32_MAX : 1;
  std::vector<size_t> runs(trace_.shapes.size(), 0);
  for (const int shape : trace_.requests) ++runs[static_cast<size_t>(shape)];
  passes_ = static_cast<int>(std::min<size_t>(static_cast<size_t>(passes), std::max<size_t>(kMostTimes / trace_.requests.size(), 1)));
  for (size_t i = 0; i < runs.size(); ++i) {
    result_.shapes.emplace_back();
    result_.shapes[i].name = trace_.shape_names[i];
    result_.shapes[i].times.assign(runs[i] * static_cast<size_t>(passes_), 0);
  }
  if (options_.dump.empty()) return {};
  std::error_code error;
  std::filesystem::create_directories(options_.dump, error);
  return error ? invalid_argument("cannot make the folder " + options_.dump + ": " + error.message()) : Status();
}

Status Bench::trace_shapes(std::string& text) {
  Context context(model_, {});
  ShapeTrace trace(*model_);
  context.observe(trace.observer());
  for (size_t shape = 0; shape < trace_.shapes.size(); ++shape) {
    GBX_RETURN_IF_ERROR(take_inputs(shape));
    trace.begin(tensors_);
    const Status ran = context.run(tensors_).status();
    text += trace_.shape_names[shape] + "\n" + shape_table(trace);
    GBX_RETURN_IF_ERROR(ran);
  }
  return {};
}

Status Bench::measure() {
  const int warmup = options_.warmup >= 0 ? options_.warmup : options_.trace.empty() ? kShapeWarmup : 0;
  for (int i = 0; i < warmup; ++i) {
    for (size_t shape = 0; shape < trace_.shapes.size(); ++shape) GBX_RETURN_IF_ERROR(run(shape, Keep::kFirstOnly));
  }
  const bool timed = options_.iterations == 0 && (options_.duration > 0 || options_.trace.empty());
  const double most_ms = 1e3 * (!timed ? INFINITY : options_.duration > 0 ? options_.duration : kShapeSeconds);
  const int64_t begin = now_ns();
  for (int pass = 0; pass < passes_ && ms_between(begin, now_ns()) < most_ms; ++pass) {
    for (const int shape : trace_.requests) GBX_RETURN_IF_ERROR(run(static_cast<size_t>(shape), Keep::kAll));
  }
  result_.wall_ms = ms_between(begin, now_ns());
  if (!model_->gears().empty() || !model_->contents().scopes.empty()) result_.gears = gear_counts_report(*model_);
  return {};
}

Status Bench::count_flops() {
  for (size_t i = 0; i < literals_.size(); ++i) {
    GBX_RETURN_IF_ERROR(take_inputs(i));
    GBX_ASSIGN_OR_RETURN(const CallPlan call, plan_for(*model_, tensors_));
    flops_.push_back({call.place, step_flops(call.place.program(), call.plan->slots)});
    for (const int64_t flops : flops_.back().steps) result_.shapes[i].flops += flops > 0 ? static_cast<double>(flops) : 0;
  }
  return {};
}

Status Bench::explain() {
  for (size_t i = 0; i < literals_.size(); ++i) {
    GBX_RETURN_IF_ERROR(take_inputs(i));
    result_.explanations.push_back(dispatch_report(*model_, tensors_));
  }
  return {};
}

Status Bench::record(Profile& profile) {
  context_.observe(profile.observer());
  for (size_t shape = 0; shape < literals_.size(); ++shape) {
    GBX_RETURN_IF_ERROR(take_inputs(shape));
    for (int i = 0; i < kProfiledRuns; ++i) {
      profile.begin_run(trace_.shape_names[shape], flops_[shape]);
      GBX_RETURN_IF_ERROR(context_.run(tensors_).status());
    }
  }
  return {};
}

BenchResult& Bench::result() {
  result_.memory = context_.memory();
  return result_;
}

Status Bench::take_inputs(size_t shape) {
  if (literals_[shape].empty()) {
    made_.clear();
    GBX_ASSIGN_OR_RETURN(made_, make_inputs(*model_, trace_.shapes[shape], trace_.fills));
    tensors_ = tensors_of(made_);
  } else {
    tensors_ = tensors_of(literals_[shape]);
  }
  return {};
}

Status Bench::run(size_t shape, Keep keep) {
  GBX_RETURN_IF_ERROR(take_inputs(shape));
  const int64_t begin = now_ns();
  const auto outputs = context_.run(tensors_);
  const double ms = ms_between(begin, now_ns());
  if (!outputs.ok()) return outputs.status();
  ShapeTimes& row = result_.shapes[shape];
  if (keep == Keep::kAll) {
    result_.stream_ms += ms;
    ++result_.requests;
  }
  if (row.first < 0) {
    row.first = ms;
    const Context::Memory memory = context_.memory();
    row.arena_bytes = memory.arena_bytes;
    row.lower_bound = memory.lower_bound;
    GBX_RETURN_IF_ERROR(note_first_run(outputs.value(), options_.dump, shape, row));
  } else if (keep == Keep::kAll) {
    row.times[row.count++] = ms;
  }
  return {};
}

}  // namespace gearbox::cli
