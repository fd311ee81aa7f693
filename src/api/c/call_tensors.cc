#include "api/c/call_tensors.h"

#include <algorithm>
#include <cstring>

#include "api/call_inputs.h"
#include "base/dims_text.h"

namespace gearbox::c {

namespace {

constexpr int32_t kMostRank = 64;

const ProgramValue& value_of(const Program& program, int32_t v) { return program.values[static_cast<size_t>(v)]; }

Status no_such_index(const char* what, size_t index, size_t count) {
  return invalid_argument("there is no " + std::string(what) + " " + std::to_string(index) + ": the model has " + std::to_string(count));
}

bool is_aligned(const void* data, size_t element) { return element == 0 || reinterpret_cast<uintptr_t>(data) % element == 0; }

bool overlap(const void* a, size_t a_bytes, const void* b, size_t b_bytes) {
  const auto a_begin = reinterpret_cast<uintptr_t>(a), b_begin = reinterpret_cast<uintptr_t>(b);
  return a_bytes > 0 && b_bytes > 0 && a_begin < b_begin + b_bytes && b_begin < a_begin + a_bytes;
}

size_t bytes_of(const Tensor& tensor) { return static_cast<size_t>(tensor.elements()) * dtype_size(tensor.dtype); }

}  // namespace

CallTensors::CallTensors(std::shared_ptr<const DescribedModel> model)
    : model_(std::move(model)),
      inputs_(model_->program().inputs.size()),
      buffers_(model_->program().outputs.size()),
      outputs_(model_->program().outputs.size()) {}

Status CallTensors::check_idle() const { return taken_ ? invalid_argument("the dataset is in use by a run that has not ended") : Status(); }

Status CallTensors::take() {
  return taken_.exchange(true) ? invalid_argument("the dataset is in use by a run that has not ended") : Status();
}

Status CallTensors::set_input(size_t index, const gbx_tensor& tensor) {
  GBX_RETURN_IF_ERROR(check_idle());
  if (index >= inputs_.size()) return no_such_index("input", index, inputs_.size());
  const std::string& name = value_of(model_->program(), model_->program().inputs[index]).name;
  const auto wrong = [&](const std::string& what) { return invalid_argument("input '" + name + "' " + what); };
  const auto dtype = tensor.dtype >= 0 && tensor.dtype <= UINT8_MAX ? static_cast<DType>(tensor.dtype) : DType::kUndefined;
  const size_t element = dtype_size(dtype);
  if (element == 0) return wrong("has the element type " + std::to_string(tensor.dtype) + ", which is none");
  if (tensor.rank < 0 || tensor.rank > kMostRank)
    return wrong("has rank " + std::to_string(tensor.rank) + "; 0 to " + std::to_string(kMostRank) + " are possible");
  if (tensor.rank > 0 && !tensor.dims) return wrong("has no extents: dims is NULL");
  const std::span<const int64_t> dims(tensor.dims, static_cast<size_t>(tensor.rank));
  GBX_RETURN_IF_ERROR(check_extents(name, dtype, dims));
  const size_t bytes = static_cast<size_t>(element_count(dims)) * element;
  if (bytes > tensor.capacity)
    return wrong("of extents " + dims_text(dims) + " needs " + std::to_string(bytes) + " bytes, " + std::to_string(tensor.capacity) +
                 " given");
  if (bytes > 0 && !tensor.data) return wrong("has no data: data is NULL");
  if (!is_aligned(tensor.data, element)) return wrong("is not aligned to its elements of " + std::to_string(element) + " bytes");
  inputs_[index] = {true, dtype, {dims.begin(), dims.end()}, tensor.data, tensor.capacity};
  return {};
}

Status CallTensors::set_output(size_t index, void* data, size_t capacity) {
  GBX_RETURN_IF_ERROR(check_idle());
  if (index >= buffers_.size()) return no_such_index("output", index, buffers_.size());
  const size_t element = dtype_size(value_of(model_->program(), model_->program().outputs[index]).dtype);
  if (!is_aligned(data, element)) {
    return invalid_argument("the buffer of output '" + model_->program().output_names[index] + "' is not aligned to its elements of " +
                            std::to_string(element) + " bytes");
  }
  buffers_[index] = {data, data ? capacity : 0};
  return {};
}

/// Buffers of outputs neither overlap each other nor an input.
Status CallTensors::check_apart() const {
  const std::vector<std::string>& names = model_->program().output_names;
  for (size_t i = 0; i < buffers_.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (overlap(buffers_[i].data, buffers_[i].capacity, buffers_[k].data, buffers_[k].capacity))
        return invalid_argument("the buffers of the outputs '" + names[k] + "' and '" + names[i] + "' overlap");
    }
    for (size_t k = 0; k < tensors_.size(); ++k) {
      if (!overlap(buffers_[i].data, buffers_[i].capacity, tensors_[k].data, bytes_of(tensors_[k]))) continue;
      return invalid_argument("the buffer of output '" + names[i] + "' overlaps input '" +
                              value_of(model_->program(), model_->program().inputs[k]).name + "'");
    }
  }
  return {};
}

Status CallTensors::run(Context& context, RunTicket ticket) {
  forget_results();
  tensors_.clear();
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (!inputs_[i].given) return input_missing(*model_->model(), i);
    tensors_.push_back({inputs_[i].dtype, inputs_[i].dims, inputs_[i].data});
  }
  GBX_RETURN_IF_ERROR(check_apart());
  GBX_ASSIGN_OR_RETURN(const std::span<const Tensor> results, context.run(tensors_, buffers_));
  keep_results(results);
  ticket_ = std::move(ticket);
  return {};
}

void CallTensors::keep_results(std::span<const Tensor> results) {
  for (size_t i = 0; i < results.size(); ++i) {
    Output& output = outputs_[i];
    const size_t bytes = bytes_of(results[i]);
    void* data = results[i].data;
    const bool passed_through = std::any_of(inputs_.begin(), inputs_.end(), [&](const Input& input) {
      return !buffers_[i].data && overlap(data, bytes, input.data, input.capacity);
    });
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

Result<gbx_tensor> CallTensors::result(size_t index) const {
  GBX_RETURN_IF_ERROR(check_idle());
  if (index >= outputs_.size()) return no_such_index("output", index, outputs_.size());
  if (!ticket_.keeper) return invalid_argument("the dataset has no results: it has not run, or its last run failed");
  if (outputs_[index].of_context && !ticket_.valid())
    return invalid_argument("output '" + model_->program().output_names[index] + "' is gone: its context has run again");
  return outputs_[index].tensor;
}

}  // namespace gearbox::c
