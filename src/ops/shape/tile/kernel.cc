#include <array>

#include "kernels/strided_copy.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::tile {

Status reference(KernelContext& context);

namespace {

/// A copy with two axes for each one of the input: the repeats, which read the same again, and the extent.
Status run_fast(KernelContext& context) {
  const Tensor &x = context.input(0), &repeats = context.input(1);
  const size_t rank = x.dims.size();
  std::array<int64_t, kernels::kCopyAxes> axes, from, to, dims;
  if (2 * rank > axes.size() || repeats.elements() != x.rank()) return reference(context);
  int64_t in = 1, out = 1;
  for (size_t k = rank; k-- > 0;) {
    const int64_t extent = x.dims[k], times = repeats.as<int64_t>()[k];
    if (times < 0 || __builtin_mul_overflow(extent, times, &dims[k])) return reference(context);
    axes[2 * k] = times;
    axes[2 * k + 1] = extent;
    from[2 * k] = 0;
    from[2 * k + 1] = in;
    to[2 * k] = out * extent;
    to[2 * k + 1] = out;
    in *= extent;
    if (__builtin_mul_overflow(out, dims[k], &out)) return reference(context);
  }
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::span(dims.data(), rank)));
  kernels::strided_copy(std::span(axes.data(), 2 * rank), std::span(from.data(), 2 * rank), std::span(to.data(), 2 * rank),
                        dtype_size(x.dtype), x.data, y.data, context.threads());
  return {};
}

bool supported(const PrepareContext& use) { return dtype_size(use.inputs[0]) > 0 && use.inputs[1] == DType::kI64; }

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "Tile", .name = "strided", .run = run_fast, .supports = supported}); }

}  // namespace gearbox::ops::tile
