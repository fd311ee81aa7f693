#include "cli/step_times.h"

#include <algorithm>

namespace gearbox::cli {

namespace {

double bytes_of(const Tensor& tensor) {
  return tensor.dtype == DType::kUndefined ? 0 : static_cast<double>(tensor.elements()) * static_cast<double>(dtype_size(tensor.dtype));
}

}  // namespace

StepObserver StepTimes::observer() {
  return [this](const Program& program, const ProgramStep& step, std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                int64_t begin_ns, int64_t end_ns) {
    const StepKey at{&program, static_cast<int32_t>(&step - program.steps.data())};
    int64_t self = end_ns - begin_ns;
    for (; !open_.empty() && events_[open_.back()].begin_ns >= begin_ns; open_.pop_back()) self -= events_[open_.back()].whole_ns;
    open_.push_back(events_.size());
    events_.push_back({at, begin_ns, self, end_ns - begin_ns});
    const auto [entry, is_new] = steps_.try_emplace(at);
    if (is_new) note(entry->second, program, step, inputs, outputs);
    return Status();
  };
}

void StepTimes::note(SeenStep& seen, const Program& program, const ProgramStep& step, std::span<const Tensor> inputs,
                     std::span<const Tensor> outputs) const {
  double written = 0;
  for (const Tensor& output : outputs) written += bytes_of(output);
  if (!outputs.empty()) seen.output_dims.assign(outputs[0].dims.begin(), outputs[0].dims.end());
  seen.other_bytes = written;
  for (size_t i = 0; i < inputs.size() && i < step.inputs.size(); ++i) {
    const int32_t v = step.inputs[i];
    if (v < 0) continue;
    (program.values[static_cast<size_t>(v)].storage == Storage::kConstant ? seen.constant_bytes : seen.other_bytes) += bytes_of(inputs[i]);
  }
  // Of tables some rows are read.
  if (step.op.starts_with("Gather")) seen.constant_bytes = std::min(seen.constant_bytes, written);
  seen.place = model_.place_of(program);
  const ReadyStep& ready = seen.place.ready().steps[static_cast<size_t>(&step - program.steps.data())];
  if (ready.state) seen.algorithm = ready.state->algorithm(inputs);
}

void StepTimes::end_run() {
  std::map<StepKey, int64_t> sums;
  for (const Event& event : events_) sums[event.at] += event.self_ns;
  for (const auto& [at, ns] : sums) steps_[at].best_ns = std::min(steps_[at].best_ns, ns);
  events_.clear();
  open_.clear();
}

}  // namespace gearbox::cli
