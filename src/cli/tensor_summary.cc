#include "cli/tensor_summary.h"

#include <algorithm>

#include "base/half.h"

namespace gearbox::cli {

namespace {

template <class T>
TensorSummary summary_of(const Tensor& tensor) {
  TensorSummary out;
  double sum = 0;
  int64_t count = 0;
  for (int64_t i = 0, n = tensor.elements(); i < n; ++i) {
    const double value = static_cast<double>(tensor.as<T>()[i]);
    if (!std::isfinite(value)) {
      ++out.not_finite;
      continue;
    }
    out.least = count == 0 ? value : std::min(out.least, value);
    out.most = count == 0 ? value : std::max(out.most, value);
    sum += value;
    ++count;
  }
  if (count > 0) out.mean = sum / static_cast<double>(count);
  return out;
}

}  // namespace

TensorSummary summarise(const Tensor& tensor) {
  switch (tensor.dtype) {
    case DType::kF32: return summary_of<float>(tensor);
    case DType::kF64: return summary_of<double>(tensor);
    case DType::kF16: return summary_of<Half>(tensor);
    case DType::kBF16: return summary_of<BFloat16>(tensor);
    case DType::kI64: return summary_of<int64_t>(tensor);
    case DType::kU64: return summary_of<uint64_t>(tensor);
    case DType::kI32: return summary_of<int32_t>(tensor);
    case DType::kU32: return summary_of<uint32_t>(tensor);
    case DType::kI16: return summary_of<int16_t>(tensor);
    case DType::kU16: return summary_of<uint16_t>(tensor);
    case DType::kI8: return summary_of<int8_t>(tensor);
    case DType::kU8:
    case DType::kBool: return summary_of<uint8_t>(tensor);
    default: return {};
  }
}

}  // namespace gearbox::cli
