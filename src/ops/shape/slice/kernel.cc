#include <array>

#include "kernels/strided_copy.h"
#include "ops/run/arguments.h"
#include "ops/shape/slice/taken.h"

namespace gearbox::ops::slice {

Status reference(KernelContext& context);

namespace {

/// A list of integers read in place.
class List {
 public:
  explicit List(const Tensor& tensor) : tensor_(tensor) {}
  size_t size() const { return static_cast<size_t>(tensor_.elements()); }
  int64_t operator[](size_t i) const { return tensor_.dtype == DType::kI64 ? tensor_.as<int64_t>()[i] : tensor_.as<int32_t>()[i]; }

 private:
  const Tensor& tensor_;
};

Status run_fast(KernelContext& context) {
  const Tensor& x = context.input(0);
  const size_t rank = x.dims.size();
  if (rank > kernels::kCopyAxes || !context.has_input(1) || !context.has_input(2)) return reference(context);
  const List starts(context.input(1)), ends(context.input(2));
  const size_t count = starts.size();
  if (ends.size() != count || count > rank) return reference(context);
  for (int i : {3, 4}) {
    if (context.has_input(i) && List(context.input(i)).size() != count) return reference(context);
  }
  std::array<int64_t, kernels::kCopyAxes> dims{}, from{}, to{};
  for (size_t k = rank, stride = 1; k-- > 0; stride *= static_cast<size_t>(x.dims[k])) {
    dims[k] = x.dims[k];
    from[k] = static_cast<int64_t>(stride);
  }
  int64_t base = 0;
  uint32_t cut = 0;
  for (size_t i = 0; i < count; ++i) {
    const int64_t axis = normal_axis(context.has_input(3) ? List(context.input(3))[i] : static_cast<int64_t>(i), rank);
    const int64_t step = context.has_input(4) ? List(context.input(4))[i] : 1;
    if (axis < 0 || axis >= static_cast<int64_t>(rank) || (cut >> axis & 1) != 0 || step == 0 ||
        step == std::numeric_limits<int64_t>::min())
      return reference(context);
    cut |= uint32_t{1} << axis;
    const auto at = static_cast<size_t>(axis);
    const auto part = taken<int64_t>(dims[at], starts[i], starts[i] < 0, ends[i], ends[i] < 0, step);
    dims[at] = part.count;
    base += part.first * from[at];
    // A step beyond the extent takes one index at most.
    from[at] = part.count > 1 ? from[at] * step : 0;
  }
  for (size_t k = rank, stride = 1; k-- > 0; stride *= static_cast<size_t>(dims[k])) to[k] = static_cast<int64_t>(stride);
  const std::span<const int64_t> extents(dims.data(), rank);
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, extents));
  const auto size = static_cast<int64_t>(dtype_size(x.dtype));
  kernels::strided_copy(extents, std::span(from.data(), rank), std::span(to.data(), rank), static_cast<size_t>(size),
                        x.as<char>() + base * size, y.data, context.threads());
  return {};
}

bool supported(const PrepareContext& use) { return dtype_size(use.inputs[0]) > 0; }

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "Slice", .name = "strided", .run = run_fast, .supports = supported});
}

}  // namespace gearbox::ops::slice
