#include "ops/run/arguments.h"
#include "ops/run/expand.h"

namespace gearbox::ops::expand {

Status reference(KernelContext& context);

namespace {

Status run_fast(KernelContext& context) {
  const Tensor &x = context.input(0), &list = context.input(1);
  const size_t count = static_cast<size_t>(list.elements()), rank = std::max(x.dims.size(), count);
  std::array<int64_t, kernels::kCopyAxes> dims;
  if (rank > dims.size()) return reference(context);
  for (size_t k = 0; k < rank; ++k) {
    const int64_t own = k + x.dims.size() >= rank ? x.dims[k + x.dims.size() - rank] : 1;
    const int64_t asked = k + count >= rank ? list.as<int64_t>()[k + count - rank] : 1;
    if (asked < 0 || (own != asked && own != 1 && asked != 1)) return reference(context);
    dims[k] = own == 1 ? asked : own;
  }
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::span(dims.data(), rank)));
  return expand_into(context, x, y);
}

bool supported(const PrepareContext& use) { return dtype_size(use.inputs[0]) > 0 && use.inputs[1] == DType::kI64; }

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "Expand", .name = "strided", .run = run_fast, .supports = supported});
}

}  // namespace gearbox::ops::expand
