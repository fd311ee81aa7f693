#include "cli/profile.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "cli/shape_spelling.h"
#include "cli/table.h"

namespace gearbox::cli {

namespace {

std::string tensors_text(std::span<const Tensor> tensors) {
  std::string out;
  for (const Tensor& tensor : tensors) {
    if (tensor.dtype == DType::kUndefined) continue;
    out += (out.empty() ? "" : ", ") + std::string(dtype_name(tensor.dtype)) + " " + extents_text(tensor.dims);
  }
  return out;
}

double gflops(int64_t flops, int64_t ns) { return ns > 0 && flops > 0 ? static_cast<double>(flops) / static_cast<double>(ns) : NAN; }

}  // namespace

StepObserver Profile::observer() {
  return [this](const Program& program, const ProgramStep& step, std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                int64_t begin_ns, int64_t end_ns) {
    const PlacedProgram at = model_.place_of(program);
    int64_t self = end_ns - begin_ns;
    for (; !open_.empty() && events_[open_.back()].begin_ns >= begin_ns; open_.pop_back())
      self -= events_[open_.back()].end_ns - events_[open_.back()].begin_ns;
    open_.push_back(events_.size());
    events_.push_back({at, static_cast<int32_t>(&step - program.steps.data()), begin_ns, end_ns, self, runs_.size() - 1,
                       tensors_text(inputs), tensors_text(outputs)});
    return Status();
  };
}

void Profile::begin_run(std::string shape, ProgramFlops flops) {
  runs_.push_back({std::move(shape), std::move(flops)});
  open_.clear();
}

const ProgramStep& Profile::step(const Event& event) const { return event.program.program().steps[static_cast<size_t>(event.step)]; }

int64_t Profile::flops(const Event& event) const {
  const ProgramFlops& known = runs_[event.run].flops;
  return event.program == known.program ? std::max<int64_t>(known.steps[static_cast<size_t>(event.step)], 0) : 0;
}

std::string Profile::kernel(const Event& event) const {
  const Kernel* kernel = event.program.ready().steps[static_cast<size_t>(event.step)].kernel;
  return std::string(kernel ? kernel->name : "");
}

std::vector<Profile::Row> Profile::rows() const {
  std::map<std::pair<std::string, std::string>, Row> by_kernel;
  for (const Event& event : events_) {
    Row& row = by_kernel[{step(event).op, kernel(event)}];
    row.op = step(event).op;
    row.kernel = kernel(event);
    ++row.calls;
    row.self_ns += event.self_ns;
    if (flops(event) == 0) continue;
    row.flops += flops(event);
    row.costed_ns += event.self_ns;
  }
  std::vector<Row> out;
  for (auto& [key, row] : by_kernel) out.push_back(std::move(row));
  std::sort(out.begin(), out.end(), [](const Row& a, const Row& b) { return a.self_ns > b.self_ns; });
  return out;
}

std::string Profile::operator_table() const {
  const std::vector<Row> all = rows();
  int64_t total = 0;
  for (const Row& row : all) total += row.self_ns;
  const double runs = static_cast<double>(std::max<size_t>(runs_.size(), 1));
  Table table("llrrrr");
  table.row({"operator", "kernel", "calls", "ms", "share", "GF/s"});
  for (const Row& row : all) {
    table.row({row.op, row.kernel, number_text(static_cast<double>(row.calls) / runs, 4),
               fixed_text(static_cast<double>(row.self_ns) * 1e-6 / runs, 3),
               fixed_text(100.0 * static_cast<double>(row.self_ns) / static_cast<double>(std::max<int64_t>(total, 1)), 1) + " %",
               fixed_text(gflops(row.flops, row.costed_ns), 1)});
  }
  return table.text();
}

nlohmann::json Profile::operators() const {
  nlohmann::json out = nlohmann::json::array();
  const double runs = static_cast<double>(std::max<size_t>(runs_.size(), 1));
  for (const Row& row : rows()) {
    nlohmann::json object = {{"operator", row.op},
                             {"kernel", row.kernel},
                             {"calls", static_cast<double>(row.calls) / runs},
                             {"ms", static_cast<double>(row.self_ns) * 1e-6 / runs}};
    if (row.flops > 0) object["gflops"] = gflops(row.flops, row.costed_ns);
    out.push_back(std::move(object));
  }
  return out;
}

nlohmann::json Profile::chrome_trace() const {
  nlohmann::json events = nlohmann::json::array();
  const int64_t origin = events_.empty() ? 0 : std::min_element(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
                                                 return a.begin_ns < b.begin_ns;
                                               })->begin_ns;
  for (const Event& event : events_) {
    nlohmann::json arguments = {{"node", step(event).node},
                                {"kernel", kernel(event)},
                                {"inputs", event.inputs},
                                {"outputs", event.outputs},
                                {"request", runs_[event.run].shape}};
    if (flops(event) > 0) arguments["gflops"] = gflops(flops(event), event.self_ns);
    events.push_back({{"name", step(event).op},
                      {"cat", "step"},
                      {"ph", "X"},
                      {"pid", 1},
                      {"tid", 1},
                      {"ts", static_cast<double>(event.begin_ns - origin) * 1e-3},
                      {"dur", static_cast<double>(event.end_ns - event.begin_ns) * 1e-3},
                      {"args", std::move(arguments)}});
  }
  return {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ms"}};
}

}  // namespace gearbox::cli
