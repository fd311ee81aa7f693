#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/loop_args.h"
#include "base/status.h"
#include "base/thread_pool.h"

namespace gearbox {

/// An operand of a fused loop as a dense tensor that broadcasts to the loop's extents, aligned at the last axis.
struct LoopTensor {
  void* data = nullptr;
  std::span<const int64_t> dims;
  size_t element_size = 0;
  LoopAccess access = LoopAccess::kDense;  ///< as the loop was compiled; kDense for outputs
};

/// A fused loop's extents with axes merged as far as the operands' strides allow: outer axes × rows × columns.
struct LoopNest {
  static constexpr int kMaxOperands = 24;
  static constexpr int kMaxAxes = 12;

  int operands = 0;
  int axes = 0;  ///< outer axes
  int64_t columns = 1;
  int64_t rows = 1;
  // What the counts above leave unused is not initialised: nests are made in every call.
  std::array<int64_t, kMaxAxes> extents;
  std::array<std::array<int64_t, kMaxOperands>, kMaxAxes> strides;  ///< bytes, of each outer axis and operand
  std::array<LoopOperand, kMaxOperands> operand;
  std::array<int64_t, kMaxOperands> step;  ///< bytes from one column to the next

  /// Number of rows over all outer axes.
  int64_t all_rows() const;
};

/// Plans a loop over `dims`; `operands` are its inputs, then its outputs. The innermost axes become columns while every operand is
/// read there as its access kind promises. Errors: internal_error where an operand does not broadcast to `dims`; unsupported for
/// more than kMaxOperands operands or kMaxAxes axes that cannot be merged. `nest` is new. Allocates nothing.
Status make_loop_nest(std::span<const int64_t> dims, std::span<const LoopTensor> operands, LoopNest& nest);

/// Runs a compiled loop over a nest, split among the threads by rows or, where there are few, by columns. Allocates nothing.
void run_loop(LoopFunction loop, const LoopNest& nest, ThreadPool& threads);

/// The same with the operands at other addresses than the nest was planned with: one for each of its operands.
void run_loop(LoopFunction loop, const LoopNest& nest, std::span<void* const> data, ThreadPool& threads);

}  // namespace gearbox
