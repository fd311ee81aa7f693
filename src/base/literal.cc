#include "base/literal.h"

#include <cstring>

#include "base/half.h"

namespace gearbox {

int64_t element_count(std::span<const int64_t> dims) {
  int64_t count = 1;
  for (int64_t dim : dims) {
    if (dim < 0 || __builtin_mul_overflow(count, dim, &count)) return -1;
  }
  return count;
}

Literal::Literal(DType dtype, std::vector<int64_t> dims, const void* data, std::shared_ptr<const void> owner)
    : dtype_(dtype), dims_(std::move(dims)), data_(data), owner_(std::move(owner)) {}

Literal Literal::allocate(DType dtype, std::vector<int64_t> dims) {
  const size_t bytes = static_cast<size_t>(element_count(dims)) * dtype_size(dtype);
  constexpr size_t kAlign = 64;
  void* data = ::operator new(bytes + kAlign, std::align_val_t(kAlign));
  std::memset(data, 0, bytes + kAlign);
  std::shared_ptr<const void> owner(data, [](const void* p) { ::operator delete(const_cast<void*>(p), std::align_val_t(kAlign)); });
  return Literal(dtype, std::move(dims), data, std::move(owner));
}

namespace {

template <class To>
std::vector<To> convert(const Literal& literal) {
  std::vector<To> out(static_cast<size_t>(literal.elements()));
  auto fill = [&]<class T>(T) {
    const T* source = static_cast<const T*>(literal.data());
    for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<To>(source[i]);
  };
  switch (literal.dtype()) {
    case DType::kF32: fill(float()); break;
    case DType::kF64: fill(double()); break;
    case DType::kU8: fill(uint8_t()); break;
    case DType::kI8: fill(int8_t()); break;
    case DType::kU16: fill(uint16_t()); break;
    case DType::kI16: fill(int16_t()); break;
    case DType::kU32: fill(uint32_t()); break;
    case DType::kI32: fill(int32_t()); break;
    case DType::kU64: fill(uint64_t()); break;
    case DType::kI64: fill(int64_t()); break;
    case DType::kBool: fill(uint8_t()); break;
    case DType::kF16: fill(Half()); break;
    case DType::kBF16: fill(BFloat16()); break;
    default: break;
  }
  return out;
}

}  // namespace

std::vector<int64_t> Literal::as_int64() const { return convert<int64_t>(*this); }
std::vector<double> Literal::as_double() const { return convert<double>(*this); }

bool Literal::same(const Literal& other) const {
  return dtype_ == other.dtype_ && dims_ == other.dims_ &&
         (bytes() == 0 || data_ == other.data_ || std::memcmp(data_, other.data_, bytes()) == 0);
}

}  // namespace gearbox
