#include "ops/run/float_only.h"
#include "ops/shape/resize/axes.h"
#include "ops/shape/resize/kernel_axis.h"

namespace gearbox::ops::resize {

Status reference(KernelContext& context);

namespace {

constexpr size_t kMostAxes = 6;

/// Leading axes that keep their extents are planes; the others get a table each.
Status run_tables(KernelContext& context) {
  const Tensor& x = context.input(0);
  const ResampleOptions options = options_of(context);
  const auto served = kernel_axis(options);
  if (!served) return reference(context);
  GBX_ASSIGN_OR_RETURN(const std::vector<ResampleAxis> axes, axes_of(context, options));
  size_t first = 0;
  while (first < axes.size() && axes[first].from == axes[first].to && axes[first].scale == 1) ++first;
  const size_t resized = axes.size() - first;
  if (resized == 0 || resized > kMostAxes || x.elements() == 0) return reference(context);
  std::array<int64_t, 16> dims;
  if (axes.size() > dims.size()) return reference(context);
  for (size_t k = 0; k < axes.size(); ++k) dims[k] = axes[k].to;
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::span(dims.data(), axes.size())));
  if (y.elements() == 0) return {};
  std::array<kernels::ResizeAxis, kMostAxes> kernel_axes;
  std::array<kernels::ResizeTable, kMostAxes> tables;
  std::array<size_t, kMostAxes> at;
  size_t bytes = 0;
  for (size_t k = 0; k < resized; ++k) {
    kernel_axes[k] = kernel_axis(*served, axes[first + k]);
    at[k] = bytes;
    bytes += (kernels::resize_table_bytes(kernel_axes[k]) + 63) / 64 * 64;
  }
  GBX_ASSIGN_OR_RETURN(void* memory, context.scratch(bytes));
  for (size_t k = 0; k < resized; ++k) tables[k] = kernels::build_resize_table(kernel_axes[k], static_cast<char*>(memory) + at[k]);
  kernels::resize_plain(element_count(x.dims.first(first)), std::span(tables.data(), resized), x.as<float>(), y.as<float>(),
                        options.extrapolation, context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "Resize", .name = "tables", .run = run_tables, .supports = float_only});
}

}  // namespace gearbox::ops::resize
