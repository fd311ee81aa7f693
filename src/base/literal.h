#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/dtype.h"

namespace gearbox {

/// The number of elements of a tensor with these extents (1 for none), or -1 where it leaves int64.
int64_t element_count(std::span<const int64_t> dims);

/// A constant tensor: dense, row-major, immutable. The bytes are shared with whatever owns them (a heap block, a mapped file),
/// so copies are cheap and weights are never duplicated. Thread-safe to read.
class Literal {
 public:
  Literal() = default;
  /// Wraps memory kept alive by `owner`. `data` must hold element_count(dims) elements.
  Literal(DType dtype, std::vector<int64_t> dims, const void* data, std::shared_ptr<const void> owner);

  /// A new zero-filled literal; `mutable_data` gives its bytes while nobody else shares it.
  static Literal allocate(DType dtype, std::vector<int64_t> dims);
  template <class T>
  static Literal of(std::vector<int64_t> dims, std::span<const T> values) {
    Literal out = allocate(DTypeOf<T>::value, std::move(dims));
    for (size_t i = 0; i < values.size(); ++i) static_cast<T*>(out.mutable_data())[i] = values[i];
    return out;
  }
  template <class T>
  static Literal scalar(T value) {
    return of<T>({}, std::span<const T>(&value, 1));
  }

  DType dtype() const { return dtype_; }
  const std::vector<int64_t>& dims() const { return dims_; }
  int64_t elements() const { return element_count(dims_); }
  size_t bytes() const { return static_cast<size_t>(elements()) * dtype_size(dtype_); }
  const void* data() const { return data_; }
  template <class T>
  std::span<const T> values() const {
    return {static_cast<const T*>(data_), static_cast<size_t>(elements())};
  }
  void* mutable_data() { return const_cast<void*>(data_); }
  explicit operator bool() const { return dtype_ != DType::kUndefined; }

  /// Integer or bool elements widened to int64, for shape-like tensors.
  std::vector<int64_t> as_int64() const;
  /// Numeric elements converted to double.
  std::vector<double> as_double() const;
  /// Same type, extents and bytes.
  bool same(const Literal& other) const;

 private:
  DType dtype_ = DType::kUndefined;
  std::vector<int64_t> dims_;
  const void* data_ = nullptr;
  std::shared_ptr<const void> owner_;
};

}  // namespace gearbox
