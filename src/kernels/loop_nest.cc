#include "kernels/loop_nest.h"

#include <algorithm>

namespace gearbox {
namespace loop_nest {

/// Elements that are worth a piece of work of their own.
constexpr int64_t kGrain = 16384;

using Strides = std::array<int64_t, LoopNest::kMaxOperands>;

/// Bytes between neighbours of each operand along axis `axis` of the loop; 0 where the operand repeats. `inner` holds the operands'
/// bytes below this axis and is moved outward. False where an operand does not broadcast.
bool axis_strides(std::span<const int64_t> dims, size_t axis, std::span<const LoopTensor> operands, Strides& inner, Strides& strides) {
  const size_t behind = dims.size() - axis;  // axes from this one on
  for (size_t k = 0; k < operands.size(); ++k) {
    strides[k] = 0;
    const auto own = operands[k].dims;
    if (own.size() < behind) continue;
    const int64_t extent = own[own.size() - behind];
    if (extent != dims[axis] && extent != 1) return false;
    if (extent == 1) continue;
    strides[k] = inner[k];
    inner[k] *= extent;
  }
  return true;
}

/// Makes one more axis part of the columns, if every operand allows it.
bool absorb_columns(LoopNest& nest, int64_t extent, const Strides& strides, std::span<const LoopTensor> operands) {
  const bool first = nest.columns == 1;
  for (int k = 0; k < nest.operands; ++k) {
    const int64_t size = static_cast<int64_t>(operands[k].element_size);
    const bool dense = strides[k] == nest.columns * size, repeated = strides[k] == 0;
    switch (operands[k].access) {
      case LoopAccess::kDense:
        if (!dense) return false;
        break;
      case LoopAccess::kScalar:
        if (!repeated) return false;
        break;
      case LoopAccess::kFlagged:
        if (first ? !dense && !repeated : nest.operand[k].dense != 0 ? !dense : !repeated) return false;
        break;
    }
  }
  for (int k = 0; k < nest.operands; ++k) nest.operand[k].dense = strides[k] != 0 ? 1 : 0;
  nest.columns *= extent;
  return true;
}

bool absorb_rows(LoopNest& nest, int64_t extent, const Strides& strides) {
  if (nest.rows != 1) {
    for (int k = 0; k < nest.operands; ++k) {
      if (strides[k] != nest.rows * nest.operand[k].row_stride) return false;
    }
  } else {
    for (int k = 0; k < nest.operands; ++k) nest.operand[k].row_stride = strides[k];
  }
  nest.rows *= extent;
  return true;
}

/// Runs rows [begin, end) of all rows, columns [from, from + count).
void run_rows(LoopFunction loop, const LoopNest& nest, std::span<void* const> data, int64_t begin, int64_t end, int64_t from,
              int64_t count) {
  std::array<LoopOperand, LoopNest::kMaxOperands> operands;
  std::copy_n(nest.operand.begin(), nest.operands, operands.begin());
  while (begin < end) {
    int64_t outer = begin / nest.rows;
    const int64_t row = begin % nest.rows;
    const int64_t rows = std::min(nest.rows - row, end - begin);
    for (int k = 0; k < nest.operands; ++k) {
      operands[k].data = static_cast<std::byte*>(data[k]) + row * nest.operand[k].row_stride + from * nest.step[k];
    }
    for (int a = 0; a < nest.axes; ++a) {
      const int64_t index = outer % nest.extents[a];
      outer /= nest.extents[a];
      for (int k = 0; k < nest.operands; ++k) operands[k].data = static_cast<std::byte*>(operands[k].data) + index * nest.strides[a][k];
    }
    const LoopArgs args{count, rows, operands.data()};
    loop(&args);
    begin += rows;
  }
}

}  // namespace loop_nest

int64_t LoopNest::all_rows() const {
  int64_t out = rows;
  for (int a = 0; a < axes; ++a) out *= extents[a];
  return out;
}

Status make_loop_nest(std::span<const int64_t> dims, std::span<const LoopTensor> operands, LoopNest& nest) {
  using namespace loop_nest;
  if (operands.size() > LoopNest::kMaxOperands) return unsupported("fused loop: too many operands");
  nest.operands = static_cast<int>(operands.size());
  Strides inner, strides;
  for (size_t k = 0; k < operands.size(); ++k) {
    nest.operand[k].data = operands[k].data;
    nest.operand[k].dense = 0;
    inner[k] = static_cast<int64_t>(operands[k].element_size);
  }
  enum { kColumns, kRows, kOuter } place = kColumns;
  for (size_t axis = dims.size(); axis-- > 0;) {
    if (!axis_strides(dims, axis, operands, inner, strides)) {
      return internal_error("fused loop: an operand does not broadcast to the output");
    }
    if (dims[axis] == 1) continue;
    if (dims[axis] == 0) nest.columns = 0;
    if (nest.columns == 0) continue;
    if (place == kColumns && absorb_columns(nest, dims[axis], strides, operands)) continue;
    if (place == kColumns) place = kRows;
    if (place == kRows && absorb_rows(nest, dims[axis], strides)) continue;
    place = kOuter;
    if (nest.axes == LoopNest::kMaxAxes) return unsupported("fused loop: too many axes");
    nest.extents[nest.axes] = dims[axis];
    std::copy_n(strides.begin(), operands.size(), nest.strides[nest.axes++].begin());
  }
  for (int k = 0; k < nest.operands; ++k) {
    const bool dense =
        operands[k].access == LoopAccess::kDense || (operands[k].access == LoopAccess::kFlagged && nest.operand[k].dense != 0);
    nest.step[k] = dense ? static_cast<int64_t>(operands[k].element_size) : 0;
  }
  return {};
}

void run_loop(LoopFunction loop, const LoopNest& nest, ThreadPool& threads) {
  std::array<void*, LoopNest::kMaxOperands> data;
  for (int k = 0; k < nest.operands; ++k) data[k] = nest.operand[k].data;
  run_loop(loop, nest, std::span(data.data(), static_cast<size_t>(nest.operands)), threads);
}

void run_loop(LoopFunction loop, const LoopNest& nest, std::span<void* const> data, ThreadPool& threads) {
  if (nest.columns == 0) return;
  const int64_t rows = nest.all_rows();
  if (rows >= 4 * threads.threads() || nest.columns < 2 * loop_nest::kGrain) {
    const int64_t grain = std::max<int64_t>(1, loop_nest::kGrain / nest.columns);
    threads.parallel_for(rows, grain,
                         [&](int64_t begin, int64_t end, int) { loop_nest::run_rows(loop, nest, data, begin, end, 0, nest.columns); });
    return;
  }
  const int64_t blocks = (nest.columns + kLoopColumnBlock - 1) / kLoopColumnBlock;
  threads.parallel_for(blocks, loop_nest::kGrain / kLoopColumnBlock, [&](int64_t begin, int64_t end, int) {
    const int64_t from = begin * kLoopColumnBlock;
    const int64_t to = std::min(end * kLoopColumnBlock, nest.columns);
    loop_nest::run_rows(loop, nest, data, 0, rows, from, to - from);
  });
}

}  // namespace gearbox
