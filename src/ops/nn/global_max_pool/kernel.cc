#include <algorithm>
#include <array>

#include "kernels/reduce.h"
#include "ops/run/float_only.h"

namespace gearbox::ops::global_max_pool {

Status reference(KernelContext& context);

namespace {

Status run_rows(KernelContext& context) {
  const Tensor& x = context.input(0);
  std::array<int64_t, 8> dims;
  if (x.dims.size() < 2 || x.dims.size() > dims.size()) return reference(context);
  dims.fill(1);
  std::copy_n(x.dims.begin(), 2, dims.begin());
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::span(dims.data(), x.dims.size())));
  kernels::reduce(kernels::ReduceOp::kMax, x.dims[0] * x.dims[1], element_count(x.dims.subspan(2)), 1, x.as<float>(), y.as<float>(),
                  context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "GlobalMaxPool", .name = "rows", .run = run_rows, .supports = float_only});
}

}  // namespace gearbox::ops::global_max_pool
