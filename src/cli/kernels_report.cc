#include "cli/kernels_report.h"

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/machine/fma_peak.h"
#include "base/machine/stored_machine.h"
#include "cli/machine_warnings.h"
#include "cli/plan_figures.h"
#include "cli/program_text.h"
#include "cli/shape_spelling.h"
#include "cli/step_prediction.h"
#include "cli/table.h"
#include "runtime/program_cost.h"

namespace gearbox::cli {

namespace {

constexpr int kLeastRuns = 3, kMostRuns = 50;
constexpr int64_t kMeasuredNs = 500'000'000;

std::string algorithm_text(const std::string& kernel, const std::string& algorithm) {
  return algorithm.empty() ? kernel : kernel + ", " + algorithm;
}

/// The operator's kernels but the chosen one: "reference", "(vector)" for one that could not serve.
nlohmann::json others_of(const Model& model, size_t program, size_t step) {
  nlohmann::json out = nlohmann::json::array();
  const ReadyStep& ready = model.ready(static_cast<int32_t>(program)).steps[step];
  if (!ready.kernel) return out;
  for (const Model::Candidate& other : model.candidates(static_cast<int32_t>(program), step)) {
    if (other.kernel != ready.kernel) out.push_back({{"kernel", other.kernel->name}, {"serves", other.serves}});
  }
  return out;
}

std::string others_text(const nlohmann::json& others) {
  std::string out;
  for (const auto& other : others) {
    const auto name = other["kernel"].get<std::string>();
    out += (out.empty() ? "" : ", ") + (other["serves"].get<bool>() ? name : "(" + name + ")");
  }
  return out;
}

std::string number_of(const ProgramRange& of, const Program& program, size_t p, size_t s) {
  return (p > of.first ? program.name + "." : "") + std::to_string(s);
}

/// Repeated runs with every step timed.
Status time_steps(const std::shared_ptr<const Model>& model, std::span<const Tensor> inputs, StepTimes& times) {
  Context context(model, {});
  GBX_RETURN_IF_ERROR(context.run(inputs).status());
  context.observe(times.observer());
  const int64_t begin = now_ns();
  for (int run = 0; run < kMostRuns && (run < kLeastRuns || now_ns() - begin < kMeasuredNs); ++run) {
    GBX_RETURN_IF_ERROR(context.run(inputs).status());
    times.end_run();
  }
  return {};
}

struct Totals {
  double predicted_ns = 0, measured_ns = 0, flops = 0;
};

/// Rows of one call, and their sum.
class RunRows {
 public:
  RunRows(const Model& model, const CallPlan& call, MachineProfile machine)
      : call_(call),
        machine_(std::move(machine)),
        threads_(model.threads().threads()),
        flops_(step_flops(call.place.program(), call.plan->slots)) {
    table_.row({"step", "operator", "kernel", "others", "output", "MFLOP", "KiB", "predicted us", "measured us", "GF/s", "peak", "bound"});
  }

  void add(int32_t index, const SeenStep& seen) {
    const Model& model = *seen.place.model;
    const auto p = static_cast<size_t>(seen.place.index), s = static_cast<size_t>(index);
    const ProgramStep& step = seen.place.program().steps[s];
    if (!seen.place.ready().steps[s].kernel) return;
    const double flops = seen.place == call_.place ? static_cast<double>(flops_[s]) : -1;
    const auto weights = static_cast<double>(seen.place.ready().constant_bytes);
    const StepPrediction predicted = predict_step(seen, flops, weights, machine_, threads_);
    const auto measured = static_cast<double>(seen.best_ns);
    const double rate = flops > 0 ? flops / std::max(measured, 1.0) : NAN, share = rate * 1e9 / peak();
    const double bytes = seen.constant_bytes + seen.other_bytes;
    const ProgramRange own{static_cast<size_t>(call_.place.index), 0};
    const std::string number = number_of(own, seen.place.program(), p, s);
    const nlohmann::json others = others_of(model, p, s);
    table_.row({number, step.op, algorithm_text(kernel_text(model, p, s), seen.algorithm), others_text(others),
                extents_text(seen.output_dims), flops > 0 ? fixed_text(flops * 1e-6, 2) : "–", fixed_text(bytes / 1024, 1),
                fixed_text(predicted.ns() * 1e-3, 1), fixed_text(measured * 1e-3, 1), fixed_text(rate, 1),
                std::isfinite(share) ? fixed_text(100 * share, 0) + " %" : "–", predicted.bound()});
    nlohmann::json row = {{"step", number},
                          {"operator", step.op},
                          {"node", step.node},
                          {"kernel", kernel_text(model, p, s)},
                          {"others", others},
                          {"output", seen.output_dims},
                          {"weight_bytes", seen.constant_bytes},
                          {"bytes", bytes},
                          {"predicted_us", predicted.ns() * 1e-3},
                          {"measured_us", measured * 1e-3},
                          {"bound", predicted.bound()}};
    if (!seen.algorithm.empty()) row["algorithm"] = seen.algorithm;
    if (flops > 0) row.update({{"flops", flops}, {"gflops", rate}, {"share_of_peak", share}});
    rows_.push_back(std::move(row));
    totals_.predicted_ns += predicted.ns();
    totals_.measured_ns += measured;
    totals_.flops += std::max(flops, 0.0);
  }

  Report report() const {
    const double share = totals_.flops / std::max(totals_.measured_ns, 1.0) * 1e9 / peak();
    std::string text = table_.text() + "all: predicted " + fixed_text(totals_.predicted_ns * 1e-6, 3) + " ms, measured " +
                       fixed_text(totals_.measured_ns * 1e-6, 3) + " ms, " + fixed_text(100 * share, 0) + " % of " +
                       fixed_text(peak() * 1e-9, 0) + " GF/s\n";
    if (!machine_.measured()) text += "memory as of no particular machine: gearbox tune measures this one\n";
    return {text,
            {{"steps", rows_},
             {"predicted_ms", totals_.predicted_ns * 1e-6},
             {"measured_ms", totals_.measured_ns * 1e-6},
             {"share_of_peak", share},
             {"peak_gflops", peak() * 1e-9},
             {"threads", threads_},
             {"tuned", machine_.measured()}}};
  }

 private:
  double peak() const { return machine_.fma * threads_; }

  const CallPlan& call_;
  MachineProfile machine_;
  int threads_;
  std::vector<int64_t> flops_;
  Table table_{"rllllrrrrrrl"};
  nlohmann::json rows_ = nlohmann::json::array();
  Totals totals_;
};

}  // namespace

Report kernels_report(const Model& model, const ProgramRange& of) {
  Table table("rlll");
  table.row({"step", "operator", "kernel", "others"});
  nlohmann::json rows = nlohmann::json::array();
  const auto& programs = model.contents().programs;
  for (size_t p = of.first; p < of.last; ++p) {
    for (size_t s = 0; s < programs[p].steps.size(); ++s) {
      const nlohmann::json others = others_of(model, p, s);
      const std::string number = number_of(of, programs[p], p, s);
      table.row({number, programs[p].steps[s].op, kernel_text(model, p, s), others_text(others)});
      rows.push_back({{"step", number},
                      {"operator", programs[p].steps[s].op},
                      {"node", programs[p].steps[s].node},
                      {"kernel", kernel_text(model, p, s)},
                      {"others", others}});
    }
  }
  return {table.text() + "in brackets: kernels that cannot serve the step. With --input-shape: times, predicted and measured\n",
          {{"steps", std::move(rows)}}};
}

Result<Report> kernels_run_report(const std::shared_ptr<const Model>& model, std::span<const Tensor> inputs) {
  GBX_ASSIGN_OR_RETURN(const CallPlan call, plan_for(*model, inputs));
  StepTimes times(*model);
  GBX_RETURN_IF_ERROR(time_steps(model, inputs, times));
  // The clock changes with the machine's load: the peak is that of now, the rest of the profile holds.
  MachineWarnings warnings;
  MachineProfile machine = stored_machine(machine_file(), Logger(&warnings));
  if (const double peak = measure_fma_peak(); peak > 0) machine.fma = peak;
  RunRows rows(*model, call, machine);
  for (const auto& [at, seen] : times.steps()) rows.add(at.second, seen);
  return rows.report();
}

}  // namespace gearbox::cli
