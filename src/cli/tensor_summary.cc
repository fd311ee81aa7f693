#include "cli/tensor_summary.h"

#include <algorithm>

#include "ops/run/dispatch.h"

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
  if (tensor.dtype == DType::kBool) return summary_of<uint8_t>(tensor);
  TensorSummary out;
  ops::dispatch_numeric(tensor.dtype, [&]<class T>(T) { out = summary_of<T>(tensor); });
  return out;
}

}  // namespace gearbox::cli
