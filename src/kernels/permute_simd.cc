#include <algorithm>
#include <cstring>

#include "kernels/gemm_blocking.h"
#include "kernels/permute.h"
#include "kernels/permute_plan.h"
#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/permute_simd.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/transpose4-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace permutation {

struct Bytes16 {
  uint64_t low, high;
};

/// out[j * out_ld + i] = in[i * in_ld + j] for i < rows, j < cols.
template <class T>
HWY_INLINE void transpose_plain(const T* in, int64_t in_ld, int64_t rows, int64_t cols, T* out, int64_t out_ld) {
  for (int64_t j = 0; j < cols; ++j) {
    for (int64_t i = 0; i < rows; ++i) out[j * out_ld + i] = in[i * in_ld + j];
  }
}

template <class T>
HWY_INLINE void transpose_block(const T* in, int64_t in_ld, int64_t rows, int64_t cols, T* out, int64_t out_ld) {
  transpose_plain(in, in_ld, rows, cols, out, out_ld);
}

HWY_INLINE void transpose_block(const float* in, int64_t in_ld, int64_t rows, int64_t cols, float* out, int64_t out_ld) {
  int64_t i = 0;
  for (; i + 8 <= rows; i += 8) {
    for (int64_t j = 0; j + 4 <= cols; j += 4) tiles::transpose_8x4(in + i * in_ld + j, in_ld, out + j * out_ld + i, out_ld);
  }
  if (i + 4 <= rows) {
    for (int64_t j = 0; j + 4 <= cols; j += 4) tiles::transpose_4x4(in + i * in_ld + j, in_ld, out + j * out_ld + i, out_ld);
    i += 4;
  }
  const int64_t done = cols / 4 * 4;
  transpose_plain(in + i * in_ld, in_ld, rows - i, done, out + i, out_ld);
  transpose_plain(in + done, in_ld, rows, cols - done, out + done * out_ld, out_ld);
}

/// A full block through a buffer: rows a power of two apart would evict each other before their cache lines are used up.
HWY_INLINE void transpose_full_block(const float* in, int64_t in_ld, float* out, int64_t out_ld) {
  constexpr int64_t kLd = kPermuteSide + 8;
  HWY_ALIGN float buffer[kPermuteSide * kLd];
  transpose_block(in, in_ld, kPermuteSide, kPermuteSide, buffer, kLd);
  for (int64_t j = 0; j < kPermuteSide; ++j) std::memcpy(out + j * out_ld, buffer + j * kLd, kPermuteSide * sizeof(float));
}

}  // namespace permutation

/// One block: rows (the output's innermost axis) x cols (the input's innermost axis), leading strides in elements.
void transpose_elements(size_t element_size, const void* in, int64_t in_ld, int64_t rows, int64_t cols, void* out, int64_t out_ld) {
  const bool full = rows == kPermuteSide && cols == kPermuteSide;
  if (element_size == 4 && full && (in_ld % 256 == 0 || out_ld % 256 == 0)) {
    return permutation::transpose_full_block(static_cast<const float*>(in), in_ld, static_cast<float*>(out), out_ld);
  }
  const auto run = [&](auto element) HWY_ATTR {
    using T = decltype(element);
    permutation::transpose_block(static_cast<const T*>(in), in_ld, rows, cols, static_cast<T*>(out), out_ld);
  };
  switch (element_size) {
    case 1: return run(uint8_t());
    case 2: return run(uint16_t());
    case 4: return run(float());
    case 8: return run(uint64_t());
    default: return run(permutation::Bytes16());
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {

HWY_EXPORT(transpose_elements);

namespace permutation {

/// Bytes below which a second thread is not asked.
constexpr int64_t kSerialBytes = 64 * 1024;

/// Element offsets of the `index`-th position over the first `axes` axes of a plan but `skip`.
struct Offsets {
  int64_t in = 0;
  int64_t out = 0;
};

Offsets offsets_of(const PermutePlan& p, int axes, int skip, int64_t index) {
  Offsets o;
  for (int i = axes; i-- > 0;) {
    if (i == skip) continue;
    const int64_t at = index % p.extent[i];
    index /= p.extent[i];
    o.in += at * p.in_stride[i];
    o.out += at * p.out_stride[i];
  }
  return o;
}

int64_t count_of(const PermutePlan& p, int axes, int skip) {
  int64_t count = 1;
  for (int i = 0; i < axes; ++i) count *= i == skip ? 1 : p.extent[i];
  return count;
}

/// The innermost axis stays: runs are copied whole.
void copy_runs(const PermutePlan& p, const char* in, char* out, ThreadPool& pool) {
  const int outer = std::max(0, p.axes - 1);
  const int64_t size = static_cast<int64_t>(p.element_size);
  const int64_t run = p.axes == 0 ? size : p.extent[p.axes - 1] * size;
  if (outer == 0) {
    constexpr int64_t kPiece = 256 * 1024;
    pool.parallel_for(divide_up(run, kPiece), 1, [&](int64_t begin, int64_t end, int) {
      const int64_t from = begin * kPiece, to = std::min(run, end * kPiece);
      std::memcpy(out + from, in + from, static_cast<size_t>(to - from));
    });
    return;
  }
  pool.parallel_for(count_of(p, outer, -1), divide_up(kSerialBytes, run), [&](int64_t begin, int64_t end, int) {
    const int last = outer - 1;
    for (int64_t i = begin; i < end;) {
      const Offsets o = offsets_of(p, outer, -1, i);
      const int64_t n = std::min(end - i, p.extent[last] - i % p.extent[last]);
      const char* from = in + o.in * size;
      char* to = out + o.out * size;
      for (int64_t r = 0; r < n; ++r, from += p.in_stride[last] * size, to += run) std::memcpy(to, from, static_cast<size_t>(run));
      i += n;
    }
  });
}

/// The innermost axis moves: blocks of the plane that the innermost axes of input and output span.
void transpose_planes(const PermutePlan& p, const char* in, char* out, ThreadPool& pool) {
  const int row_axis = p.axes - 1;
  int col_axis = 0;
  while (p.in_stride[col_axis] != 1) ++col_axis;
  const int64_t rows = p.extent[row_axis], cols = p.extent[col_axis];
  const int64_t row_blocks = divide_up(rows, kPermuteSide), col_blocks = divide_up(cols, kPermuteSide);
  const int64_t size = static_cast<int64_t>(p.element_size);
  const int64_t block_bytes = std::min(rows, kPermuteSide) * std::min(cols, kPermuteSide) * size;
  const auto transpose = HWY_DYNAMIC_DISPATCH(transpose_elements);
  pool.parallel_for(count_of(p, row_axis, col_axis) * row_blocks * col_blocks, divide_up(kSerialBytes, block_bytes),
                    [&](int64_t begin, int64_t end, int) {
                      for (int64_t i = begin; i < end; ++i) {
                        const Offsets o = offsets_of(p, row_axis, col_axis, i / (row_blocks * col_blocks));
                        const int64_t row = i % row_blocks * kPermuteSide, col = i / row_blocks % col_blocks * kPermuteSide;
                        transpose(p.element_size, in + (o.in + row * p.in_stride[row_axis] + col) * size, p.in_stride[row_axis],
                                  std::min(kPermuteSide, rows - row), std::min(kPermuteSide, cols - col),
                                  out + (o.out + row + col * p.out_stride[col_axis]) * size, p.out_stride[col_axis]);
                      }
                    });
}

}  // namespace permutation

void permute(std::span<const int64_t> shape, std::span<const int64_t> perm, size_t element_size, const void* in, void* out,
             ThreadPool& pool) {
  for (int64_t extent : shape) {
    if (extent <= 0) return;
  }
  const PermutePlan plan = plan_permute(shape, perm, element_size);
  const bool innermost_stays = plan.axes == 0 || plan.in_stride[plan.axes - 1] == 1;
  const auto run = innermost_stays ? permutation::copy_runs : permutation::transpose_planes;
  run(plan, static_cast<const char*>(in), static_cast<char*>(out), pool);
}

}  // namespace gearbox::kernels
#endif
