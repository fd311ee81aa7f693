#include <array>

#include "kernels/strided_copy.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::split {

Status reference(KernelContext& context);

namespace {

Status run_fast(KernelContext& context) {
  const Tensor& x = context.input(0);
  const size_t rank = x.dims.size();
  std::array<int64_t, 16> dims;
  if (rank > dims.size()) return reference(context);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", 0), x.rank()));
  std::copy(x.dims.begin(), x.dims.end(), dims.begin());
  const int64_t extent = x.dims[axis], outputs = context.outputs(), equal = outputs > 0 ? (extent + outputs - 1) / outputs : 0;
  const bool listed = context.has_input(1);
  if (!listed && context.attributes().has("split")) return reference(context);
  if (listed && context.input(1).elements() != outputs) return reference(context);
  auto part = [&](int64_t i) {
    if (listed) return context.input(1).as<int64_t>()[i];
    return i + 1 < outputs ? equal : extent - equal * (outputs - 1);
  };
  int64_t sum = 0;
  for (int64_t i = 0; i < outputs; ++i) {
    if (part(i) < 0 || part(i) > extent) return reference(context);
    sum += part(i);
  }
  if (sum != extent) return reference(context);
  const int64_t outer = element_count(x.dims.first(axis));
  const int64_t inner = element_count(x.dims.subspan(axis + 1)) * static_cast<int64_t>(dtype_size(x.dtype)), row = extent * inner;
  const char* from = x.as<char>();
  for (int i = 0; i < context.outputs(); ++i) {
    dims[axis] = part(i);
    const int64_t bytes = dims[axis] * inner;
    if (context.wants_output(i)) {
      GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(i, std::span(dims.data(), rank)));
      const std::array<int64_t, 2> extents = {outer, bytes}, of = {row, 1}, into = {bytes, 1};
      kernels::strided_copy(extents, of, into, 1, from, y.data, context.threads());
    }
    from += bytes;
  }
  return {};
}

bool supported(const PrepareContext& use) {
  return dtype_size(use.inputs[0]) > 0 && (use.inputs.size() < 2 || use.inputs[1] == DType::kUndefined || use.inputs[1] == DType::kI64);
}

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "Split", .name = "runs", .run = run_fast, .supports = supported}); }

}  // namespace gearbox::ops::split
