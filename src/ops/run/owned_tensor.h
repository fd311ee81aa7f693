#pragma once

#include <cstring>
#include <memory>
#include <new>

#include "ops/kernel_api.h"
#include "ops/run/walk.h"

namespace gearbox::ops {

/// A tensor with memory of its own, reused from assignment to assignment: for what a body returned and the next run of it reads.
class OwnedTensor {
 public:
  void assign(const Tensor& from) {
    dtype_ = from.dtype;
    dims_.assign(from.dims.begin(), from.dims.end());
    const size_t bytes = static_cast<size_t>(from.elements()) * dtype_size(from.dtype);
    if (bytes > capacity_ || !data_) {
      data_.reset(static_cast<char*>(::operator new(bytes + 1, std::align_val_t(kAlign))));
      capacity_ = bytes;
    }
    if (bytes > 0) std::memcpy(data_.get(), from.data, bytes);
  }
  Tensor view() const { return {dtype_, dims_, data_.get()}; }

 private:
  static constexpr size_t kAlign = 64;
  struct Free {
    void operator()(char* data) const { ::operator delete(data, std::align_val_t(kAlign)); }
  };
  DType dtype_ = DType::kUndefined;
  Extents dims_;
  std::unique_ptr<char, Free> data_;
  size_t capacity_ = 0;
};

}  // namespace gearbox::ops
