#include "api/c/call_tensors.h"

#include <cstring>

#include "api/c/memory_range.h"

namespace gearbox::c {

namespace {

size_t bytes_of(const Tensor& tensor) { return static_cast<size_t>(tensor.elements()) * dtype_size(tensor.dtype); }

Status no_such_output(size_t index, size_t count) {
  return invalid_argument("there is no output " + std::to_string(index) + ": the model has " + std::to_string(count));
}

}  // namespace

CallTensors::CallTensors(std::shared_ptr<const DescribedModel> model)
    : model_(std::move(model)), inputs_(model_), buffers_(model_->program().outputs.size()), outputs_(buffers_.size()) {}

Status CallTensors::check_idle() const { return taken_ ? invalid_argument("the dataset is in use by a run that has not ended") : Status(); }

Status CallTensors::take() {
  return taken_.exchange(true) ? invalid_argument("the dataset is in use by a run that has not ended") : Status();
}

Result<CallInputs*> CallTensors::inputs() {
  GBX_RETURN_IF_ERROR(check_idle());
  return &inputs_;
}

Status CallTensors::set_output(size_t index, void* data, size_t capacity) {
  GBX_RETURN_IF_ERROR(check_idle());
  if (index >= buffers_.size()) return no_such_output(index, buffers_.size());
  const size_t element = dtype_size(model_->program().values[static_cast<size_t>(model_->program().outputs[index])].dtype);
  if (!is_aligned(data, element)) {
    return invalid_argument("the buffer of output '" + model_->program().output_names[index] + "' is not aligned to its elements of " +
                            std::to_string(element) + " bytes");
  }
  buffers_[index] = {data, data ? capacity : 0};
  return {};
}

/// Buffers of outputs neither overlap each other nor an input.
Status CallTensors::check_apart(std::span<const Tensor> inputs) const {
  const Program& program = model_->program();
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const auto [data, capacity] = buffers_[i];
    for (size_t k = 0; k < i; ++k) {
      if (overlap(data, capacity, buffers_[k].data, buffers_[k].capacity))
        return invalid_argument("the buffers of the outputs '" + program.output_names[k] + "' and '" + program.output_names[i] +
                                "' overlap");
    }
    for (size_t k = 0; k < inputs.size(); ++k) {
      if (!overlap(data, capacity, inputs[k].data, bytes_of(inputs[k]))) continue;
      return invalid_argument("the buffer of output '" + program.output_names[i] + "' overlaps input '" +
                              program.values[static_cast<size_t>(program.inputs[k])].name + "'");
    }
  }
  return {};
}

Status CallTensors::run(Context& context, RunTicket ticket, ShapeTrace* trace) {
  forget_results();
  GBX_ASSIGN_OR_RETURN(const std::span<const Tensor> inputs, inputs_.tensors());
  GBX_RETURN_IF_ERROR(check_apart(inputs));
  if (trace) trace->begin(inputs);
  GBX_ASSIGN_OR_RETURN(const std::span<const Tensor> results, context.run(inputs, buffers_));
  choice_ = context.last_choice();
  keep_results(results);
  ticket_ = std::move(ticket);
  return {};
}

void CallTensors::keep_results(std::span<const Tensor> results) {
  for (size_t i = 0; i < results.size(); ++i) {
    Output& output = outputs_[i];
    const size_t bytes = bytes_of(results[i]);
    void* data = results[i].data;
    bool passed_through = false;
    for (size_t k = 0; k < model_->program().inputs.size(); ++k)
      passed_through = passed_through || (!buffers_[i].data && inputs_.overlaps(k, data, bytes));
    if (passed_through) {
      output.copy.resize(bytes);
      std::memcpy(output.copy.data(), data, bytes);
      data = output.copy.data();
    }
    output.dims.assign(results[i].dims.begin(), results[i].dims.end());
    output.of_context = !passed_through && !buffers_[i].data;
    output.tensor = {static_cast<int32_t>(results[i].dtype), static_cast<int32_t>(output.dims.size()), output.dims.data(), data,
                     buffers_[i].data ? buffers_[i].capacity : bytes};
  }
}

Status CallTensors::check_results() const {
  GBX_RETURN_IF_ERROR(check_idle());
  return ticket_.keeper ? Status() : invalid_argument("the dataset has no results: it has not run, or its last run failed");
}

Result<gbx_tensor> CallTensors::result(size_t index) const {
  GBX_RETURN_IF_ERROR(check_idle());
  if (index >= outputs_.size()) return no_such_output(index, outputs_.size());
  GBX_RETURN_IF_ERROR(check_results());
  if (outputs_[index].of_context && !ticket_.valid())
    return invalid_argument("output '" + model_->program().output_names[index] + "' is gone: its context has run again");
  return outputs_[index].tensor;
}

Result<GearChoice> CallTensors::choice() const {
  GBX_RETURN_IF_ERROR(check_results());
  return choice_;
}

}  // namespace gearbox::c
