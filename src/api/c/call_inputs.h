#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "api/c/described_model.h"
#include "base/status.h"
#include "gearbox/tensor.h"
#include "ops/kernel_api.h"

namespace gearbox::c {

/// The inputs of a dataset: tensors with extents, memory whose extents follow from a gear, and the gear. For one thread at a time.
class CallInputs {
 public:
  explicit CallInputs(std::shared_ptr<const DescribedModel> model);

  /// As gbx_dataset_set_input.
  Status set(size_t index, const gbx_tensor& tensor);
  /// As gbx_dataset_set_input_buffer.
  Status set_buffer(size_t index, void* data, size_t capacity);
  /// Calls are of these shapes, which GearShapes::by_dims has accepted.
  void set_gear(std::vector<int64_t> dims) { gear_ = std::move(dims); }
  void clear_gear() { gear_.reset(); }

  /// All inputs in the model's order, for a run; valid until the next call of this object. Errors: an input that is not given; extents that
  /// are not the gear's; memory too small for them; no extents for memory.
  Result<std::span<const Tensor>> tensors();
  /// The same without looking at memory: inputs that are not given have the extents they would have as memory.
  Result<std::span<const Tensor>> shapes();

  /// Whether a range of memory touches that of an input.
  bool overlaps(size_t index, const void* data, size_t bytes) const;

 private:
  enum class Given { kNot, kTensor, kBuffer };
  struct Input {
    Given given = Given::kNot;
    DType dtype = DType::kUndefined;
    std::vector<int64_t> dims;  ///< of a tensor
    void* data = nullptr;
    size_t capacity = 0;
  };
  const ProgramValue& value(size_t index) const;
  Status wrong(size_t index, const std::string& what) const;
  Status check_memory(size_t index, std::span<const int64_t> dims, DType dtype, const void* data, size_t capacity) const;
  const std::vector<int64_t>* gear_dims() const;
  Status resolve(size_t index, const std::vector<int64_t>* gear);

  std::shared_ptr<const DescribedModel> model_;
  std::vector<Input> inputs_;
  std::optional<std::vector<int64_t>> gear_;
  std::vector<std::vector<int64_t>> dims_;  ///< of the tensors last returned
  std::vector<Tensor> tensors_;
};

}  // namespace gearbox::c
