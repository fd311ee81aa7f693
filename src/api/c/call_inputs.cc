#include "api/c/call_inputs.h"

#include <algorithm>

#include "api/c/memory_range.h"
#include "api/call_inputs.h"
#include "base/dims_text.h"

namespace gearbox::c {

namespace {

constexpr int32_t kMostRank = 64;

Status no_such_index(size_t index, size_t count) {
  return invalid_argument("there is no input " + std::to_string(index) + ": the model has " + std::to_string(count));
}

}  // namespace

CallInputs::CallInputs(std::shared_ptr<const DescribedModel> model)
    : model_(std::move(model)), inputs_(model_->program().inputs.size()), dims_(inputs_.size()) {}

const ProgramValue& CallInputs::value(size_t index) const {
  return model_->program().values[static_cast<size_t>(model_->program().inputs[index])];
}

Status CallInputs::wrong(size_t index, const std::string& what) const {
  return invalid_argument("input '" + value(index).name + "' " + what);
}

Status CallInputs::check_memory(size_t index, std::span<const int64_t> dims, DType dtype, const void* data, size_t capacity) const {
  const size_t element = dtype_size(dtype), bytes = static_cast<size_t>(element_count(dims)) * element;
  if (bytes > capacity) {
    return wrong(index,
                 "of extents " + dims_text(dims) + " needs " + std::to_string(bytes) + " bytes, " + std::to_string(capacity) + " given");
  }
  if (bytes > 0 && !data) return wrong(index, "has no data: data is NULL");
  if (!is_aligned(data, element)) return wrong(index, "is not aligned to its elements of " + std::to_string(element) + " bytes");
  return {};
}

Status CallInputs::set(size_t index, const gbx_tensor& tensor) {
  if (index >= inputs_.size()) return no_such_index(index, inputs_.size());
  const auto dtype = tensor.dtype >= 0 && tensor.dtype <= UINT8_MAX ? static_cast<DType>(tensor.dtype) : DType::kUndefined;
  if (dtype_size(dtype) == 0) return wrong(index, "has the element type " + std::to_string(tensor.dtype) + ", which is none");
  if (tensor.rank < 0 || tensor.rank > kMostRank)
    return wrong(index, "has rank " + std::to_string(tensor.rank) + "; 0 to " + std::to_string(kMostRank) + " are possible");
  if (tensor.rank > 0 && !tensor.dims) return wrong(index, "has no extents: dims is NULL");
  const std::span<const int64_t> dims(tensor.dims, static_cast<size_t>(tensor.rank));
  GBX_RETURN_IF_ERROR(check_extents(value(index).name, dtype, dims));
  GBX_RETURN_IF_ERROR(check_memory(index, dims, dtype, tensor.data, tensor.capacity));
  inputs_[index] = {Given::kTensor, dtype, {dims.begin(), dims.end()}, tensor.data, tensor.capacity};
  return {};
}

Status CallInputs::set_buffer(size_t index, void* data, size_t capacity) {
  if (index >= inputs_.size()) return no_such_index(index, inputs_.size());
  inputs_[index] = {Given::kBuffer, value(index).dtype, {}, data, capacity};
  return {};
}

/// The shapes of the call's gear: the one that is set, or the largest where an input does not say its extents; null where neither.
const std::vector<int64_t>* CallInputs::gear_dims() const {
  if (gear_) return &*gear_;
  const bool all_say = std::ranges::all_of(inputs_, [](const Input& input) { return input.given == Given::kTensor; });
  const GearShapes& gears = model_->gears();
  return all_say || gears.count() == 0 ? nullptr : &gears.dims(gears.largest());
}

/// Finds the extents of an input for dims_.
Status CallInputs::resolve(size_t index, const std::vector<int64_t>* gear) {
  const Input& input = inputs_[index];
  std::vector<int64_t>& dims = dims_[index];
  const auto part = gear ? model_->gears().part(index) : std::nullopt;
  const std::span<const int64_t> own = part ? std::span(*gear).subspan(part->begin, part->rank) : std::span<const int64_t>();
  if (input.given == Given::kTensor) {
    dims = input.dims;
    const auto fits = [](int64_t given, int64_t wanted) { return wanted < 0 || given == wanted; };
    if (!part || std::ranges::equal(dims, own, fits)) return {};
    return wrong(index, "has the extents " + dims_text(dims) + ", the gear of this call takes " + dims_text(own));
  }
  const gbx_value_info& described = model_->inputs()[index];
  if (part) {
    dims.assign(own.begin(), own.end());
  } else if (described.rank >= 0) {
    dims.assign(described.dims, described.dims + described.rank);
  }
  const auto open = std::ranges::find(dims, -1);
  if (described.rank >= 0 && open == dims.end()) return {};
  if (input.given == Given::kNot) return input_missing(*model_->model(), index);
  return wrong(index, "is given without extents, and " +
                          (described.rank < 0 ? "its rank is open" : "axis " + std::to_string(open - dims.begin()) + " is open"));
}

Result<std::span<const Tensor>> CallInputs::shapes() {
  const std::vector<int64_t>* gear = gear_dims();
  tensors_.clear();
  for (size_t i = 0; i < inputs_.size(); ++i) {
    GBX_RETURN_IF_ERROR(resolve(i, gear));
    tensors_.push_back({inputs_[i].given == Given::kTensor ? inputs_[i].dtype : value(i).dtype, dims_[i], inputs_[i].data});
  }
  return std::span<const Tensor>(tensors_);
}

Result<std::span<const Tensor>> CallInputs::tensors() {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i].given == Given::kNot) return input_missing(*model_->model(), i);
  }
  GBX_RETURN_IF_ERROR(shapes().status());
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i].given == Given::kBuffer)
      GBX_RETURN_IF_ERROR(check_memory(i, dims_[i], inputs_[i].dtype, inputs_[i].data, inputs_[i].capacity));
  }
  return std::span<const Tensor>(tensors_);
}

bool CallInputs::overlaps(size_t index, const void* data, size_t bytes) const {
  return overlap(data, bytes, inputs_[index].data, inputs_[index].capacity);
}

}  // namespace gearbox::c
