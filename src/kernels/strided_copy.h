#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/thread_pool.h"

namespace gearbox::kernels {

/// Most axes that strided_copy takes.
inline constexpr int kCopyAxes = 32;

/// out[i . out_strides] = in[i . in_strides] for every index i of `extents` (at most kCopyAxes axes; any extent may be 0). Strides count
/// elements of `element_size` bytes (any positive number); those of the input may be 0 or negative, those of the output must not make
/// two elements meet. Runs that are dense in both are moved by memcpy. Threaded above a size, allocates nothing; thread-safe; `out`
/// must not overlap `in`.
void strided_copy(std::span<const int64_t> extents, std::span<const int64_t> in_strides, std::span<const int64_t> out_strides,
                  size_t element_size, const void* in, void* out, ThreadPool& pool);

}  // namespace gearbox::kernels
