#include "kernels/gather.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::gather {

namespace {

bool supported(const PrepareContext& use) {
  return dtype_size(use.inputs[0]) > 0 && (use.inputs[1] == DType::kI64 || use.inputs[1] == DType::kI32);
}

Status run_fast(KernelContext& context) {
  const Tensor &data = context.input(0), &indices = context.input(1);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", 0), data.rank()));
  std::array<int64_t, 16> dims;
  const size_t rank = data.dims.size() - 1 + indices.dims.size();
  if (rank > dims.size()) return context.error("rank " + std::to_string(rank) + " is not supported");
  auto end = std::copy(data.dims.begin(), data.dims.begin() + static_cast<std::ptrdiff_t>(axis), dims.begin());
  end = std::copy(indices.dims.begin(), indices.dims.end(), end);
  std::copy(data.dims.begin() + static_cast<std::ptrdiff_t>(axis) + 1, data.dims.end(), end);
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::span(dims.data(), rank)));
  kernels::GatherArgs args;
  args.outer = element_count(data.dims.first(axis));
  args.extent = data.dims[axis];
  args.count = indices.elements();
  args.row_bytes = element_count(data.dims.subspan(axis + 1)) * static_cast<int64_t>(dtype_size(data.dtype));
  args.data = data.data;
  args.out = y.data;
  const auto bad = indices.dtype == DType::kI64 ? kernels::gather(args, indices.as<int64_t>(), context.threads())
                                                : kernels::gather(args, indices.as<int32_t>(), context.threads());
  if (!bad) return {};
  const int64_t index = indices.dtype == DType::kI64 ? indices.as<int64_t>()[*bad] : indices.as<int32_t>()[*bad];
  return context.error("index " + std::to_string(index) + " in " + quoted(context, 1) + " is out of range for extent " +
                       std::to_string(args.extent) + " of " + quoted(context, 0));
}

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "Gather", .name = "rows", .run = run_fast, .supports = supported}); }

}  // namespace gearbox::ops::gather
