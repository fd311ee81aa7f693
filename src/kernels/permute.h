#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/thread_pool.h"

namespace gearbox::kernels {

/// Most axes that permute takes.
inline constexpr int kPermuteAxes = 16;

/// Transposes an array: axis i of `out` is axis perm[i] of `in`, whose extents are `shape` (at most kPermuteAxes; any may be 0).
/// `element_size` is 1, 2, 4, 8 or 16 bytes. Thread-safe; `out` must not overlap `in`.
void permute(std::span<const int64_t> shape, std::span<const int64_t> perm, size_t element_size, const void* in, void* out,
             ThreadPool& pool);

}  // namespace gearbox::kernels
