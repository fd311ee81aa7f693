#include <algorithm>
#include <array>

#include "base/loop_args.h"
#include "ops/kernel_api.h"

namespace gearbox::ops::fused_loop {

namespace {

constexpr size_t kMaxRank = 8, kMaxOperands = 24;
/// Elements below which a loop is not worth a second thread.
constexpr int64_t kGrain = 16384;

/// The loop nest of one call: axes innermost last, strides in bytes per operand.
struct Nest {
  size_t rank = 0, operands = 0;
  std::array<int64_t, kMaxRank> extent{};
  std::array<std::array<int64_t, kMaxRank>, kMaxOperands> stride{};
};

/// Adds an axis, merged into the one before where every operand walks both as one.
void push_axis(Nest& nest, int64_t extent, const std::array<int64_t, kMaxOperands>& stride) {
  if (extent == 1) return;
  bool merge = nest.rank > 0;
  for (size_t k = 0; merge && k < nest.operands; ++k) merge = nest.stride[k][nest.rank - 1] == stride[k] * extent;
  if (merge) {
    nest.extent[nest.rank - 1] *= extent;
  } else {
    nest.extent[nest.rank++] = extent;
  }
  for (size_t k = 0; k < nest.operands; ++k) nest.stride[k][nest.rank - 1] = stride[k];
}

Status broadcast_dims(KernelContext& context, std::array<int64_t, kMaxRank>& dims, size_t& rank) {
  rank = 0;
  for (int i = 0; i < context.inputs(); ++i) rank = std::max(rank, context.input(i).dims.size());
  if (rank > kMaxRank) return context.error("rank " + std::to_string(rank) + " is not supported");
  dims.fill(1);
  for (int i = 0; i < context.inputs(); ++i) {
    const auto given = context.input(i).dims;
    for (size_t axis = 0; axis < given.size(); ++axis) {
      int64_t& at = dims[rank - given.size() + axis];
      if (given[axis] == at || given[axis] == 1) continue;
      if (at != 1) {
        return context.error("'" + std::string(context.input_name(i)) + "' has extent " + std::to_string(given[axis]) + " where another input has " + std::to_string(at));
      }
      at = given[axis];
    }
  }
  return {};
}

/// Byte strides of an operand along the axes of the output.
std::array<int64_t, kMaxRank> operand_strides(const Tensor& tensor, size_t rank) {
  std::array<int64_t, kMaxRank> out{};
  int64_t stride = static_cast<int64_t>(dtype_size(tensor.dtype));
  for (size_t axis = tensor.dims.size(); axis-- > 0;) {
    out[rank - tensor.dims.size() + axis] = tensor.dims[axis] == 1 ? 0 : stride;
    stride *= tensor.dims[axis];
  }
  return out;
}

void run_rows(const Nest& nest, const std::array<char*, kMaxOperands>& base, LoopFunction loop, int64_t begin, int64_t end) {
  // Axes: … outer, rows, columns. [begin, end) counts rows over all outer axes.
  const int64_t rows = nest.rank > 1 ? nest.extent[nest.rank - 2] : 1;
  std::array<LoopOperand, kMaxOperands> operands;
  LoopArgs args{nest.rank > 0 ? nest.extent[nest.rank - 1] : 1, 0, operands.data()};
  while (begin < end) {
    const int64_t first = begin % rows, count = std::min(end - begin, rows - first);
    for (size_t k = 0; k < nest.operands; ++k) {
      char* at = base[k];
      int64_t outer = begin / rows;
      for (size_t axis = nest.rank > 2 ? nest.rank - 2 : 0; axis-- > 0;) {
        at += outer % nest.extent[axis] * nest.stride[k][axis];
        outer /= nest.extent[axis];
      }
      const int64_t row_stride = nest.rank > 1 ? nest.stride[k][nest.rank - 2] : 0;
      operands[k] = {at + first * row_stride, row_stride, nest.rank > 0 && nest.stride[k][nest.rank - 1] != 0 ? 1 : 0};
    }
    args.rows = count;
    loop(&args);
    begin += count;
  }
}

/// One long row is cut in pieces of columns.
void run_columns(const Nest& nest, const std::array<char*, kMaxOperands>& base, LoopFunction loop, int64_t begin, int64_t end) {
  std::array<LoopOperand, kMaxOperands> operands;
  for (size_t k = 0; k < nest.operands; ++k) operands[k] = {base[k] + begin * nest.stride[k][0], 0, nest.stride[k][0] != 0 ? 1 : 0};
  const LoopArgs args{end - begin, 1, operands.data()};
  loop(&args);
}

Status run(KernelContext& context) {
  const auto loop = reinterpret_cast<LoopFunction>(const_cast<void*>(context.code()));
  if (!loop) return context.error("its compiled loop is missing");
  Nest nest;
  nest.operands = static_cast<size_t>(context.inputs() + context.outputs());
  if (nest.operands > kMaxOperands) return context.error("too many operands");
  std::array<int64_t, kMaxRank> dims;
  size_t rank = 0;
  GBX_RETURN_IF_ERROR(broadcast_dims(context, dims, rank));
  std::array<char*, kMaxOperands> base{};
  std::array<std::array<int64_t, kMaxRank>, kMaxOperands> strides{};
  size_t k = 0;
  for (int i = 0; i < context.inputs(); ++i, ++k) {
    base[k] = context.input(i).as<char>();
    strides[k] = operand_strides(context.input(i), rank);
  }
  for (int i = 0; i < context.outputs(); ++i, ++k) {
    GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(i, std::span(dims.data(), rank)));
    base[k] = y.as<char>();
    strides[k] = operand_strides(y, rank);
  }
  int64_t elements = 1;
  for (size_t axis = 0; axis < rank; ++axis) {
    elements *= dims[axis];
    std::array<int64_t, kMaxOperands> stride{};
    for (size_t operand = 0; operand < nest.operands; ++operand) stride[operand] = strides[operand][axis];
    push_axis(nest, dims[axis], stride);
  }
  if (elements == 0) return {};
  if (nest.rank == 1) {
    if (elements <= kGrain) {
      run_columns(nest, base, loop, 0, elements);
    } else {
      context.threads().parallel_for(elements, kGrain, [&](int64_t begin, int64_t end, int) { run_columns(nest, base, loop, begin, end); });
    }
    return {};
  }
  const int64_t columns = nest.rank > 0 ? nest.extent[nest.rank - 1] : 1, rows = elements / columns;
  if (elements <= kGrain) {
    run_rows(nest, base, loop, 0, rows);
  } else {
    context.threads().parallel_for(rows, std::max<int64_t>(1, kGrain / columns), [&](int64_t begin, int64_t end, int) { run_rows(nest, base, loop, begin, end); });
  }
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "FusedLoop", .domain = "gearbox", .name = "native", .run = run});
}

}  // namespace gearbox::ops::fused_loop
