#include "kernels/strided_copy.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace gearbox::kernels {
namespace strided_copying {

constexpr int64_t kBytesPerPiece = 64 * 1024;
/// More than this leaves a core's own caches; runs from this length on are worth lining up.
constexpr int64_t kFarBytes = 1024 * 1024, kFarRun = 4 * 1024;

struct Axis {
  int64_t extent;
  int64_t in, out;  ///< strides in bytes
};

/// The copy with axes of extent 1 dropped and neighbours merged: rows of `count` elements, axes outermost first.
struct Plan {
  int axes = 0;
  std::array<Axis, kCopyAxes> axis;
  Axis row{1, 0, 0};
  int64_t element = 1;  ///< bytes
  int64_t rows = 1;

  bool far() const { return element >= kFarRun && rows * row.extent * element >= kFarBytes; }
};

Plan plan(std::span<const int64_t> extents, std::span<const int64_t> in_strides, std::span<const int64_t> out_strides,
          size_t element_size) {
  Plan p;
  p.element = static_cast<int64_t>(element_size);
  for (size_t k = 0; k < extents.size(); ++k) {
    const Axis next{extents[k], in_strides[k] * p.element, out_strides[k] * p.element};
    if (next.extent == 1) continue;
    Axis* last = p.axes > 0 ? &p.axis[static_cast<size_t>(p.axes - 1)] : nullptr;
    if (last && last->in == next.in * next.extent && last->out == next.out * next.extent) {
      *last = {last->extent * next.extent, next.in, next.out};
    } else {
      p.axis[static_cast<size_t>(p.axes++)] = next;
    }
  }
  if (p.axes == 0) return p;
  // A dense innermost axis makes one element of the next: what remains moves whole runs.
  const Axis inner = p.axis[static_cast<size_t>(p.axes - 1)];
  if (inner.in == p.element && inner.out == p.element) {
    p.element *= inner.extent;
    --p.axes;
  }
  if (p.axes > 0) p.row = p.axis[static_cast<size_t>(--p.axes)];
  for (int k = 0; k < p.axes; ++k) p.rows *= p.axis[static_cast<size_t>(k)].extent;
  return p;
}

/// Moves `count` elements whose size the compiler knows.
template <class T>
void move_row(int64_t count, const char* in, int64_t in_stride, char* out, int64_t out_stride) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(T));
  if (in_stride == 0) {
    T value;
    std::memcpy(&value, in, sizeof(T));
    if (out_stride == kSize) {
      for (int64_t i = 0; i < count; ++i) std::memcpy(out + i * kSize, &value, sizeof(T));
    } else {
      for (int64_t i = 0; i < count; ++i) std::memcpy(out + i * out_stride, &value, sizeof(T));
    }
  } else if (out_stride == kSize) {
    for (int64_t i = 0; i < count; ++i) std::memcpy(out + i * kSize, in + i * in_stride, sizeof(T));
  } else if (in_stride == kSize) {
    for (int64_t i = 0; i < count; ++i) std::memcpy(out + i * out_stride, in + i * kSize, sizeof(T));
  } else {
    for (int64_t i = 0; i < count; ++i) std::memcpy(out + i * out_stride, in + i * in_stride, sizeof(T));
  }
}

/// memcpy for memory outside near caches, line by line into whole lines: the string instruction that memcpy takes for long runs is slower
/// there on some processors.
void move_far(char* out, const char* in, int64_t bytes) {
  constexpr int64_t kLine = 64;
  const int64_t head = std::min(bytes, static_cast<int64_t>(-reinterpret_cast<uintptr_t>(out) % kLine));
  std::memcpy(out, in, static_cast<size_t>(head));
  int64_t i = head;
  for (; i + kLine <= bytes; i += kLine) std::memcpy(out + i, in + i, kLine);
  std::memcpy(out + i, in + i, static_cast<size_t>(bytes - i));
}

struct Pair {
  uint64_t low, high;
};

void move(const Plan& p, int64_t count, const char* in, char* out) {
  const Axis& row = p.row;
  if (p.far()) {
    for (int64_t i = 0; i < count; ++i) move_far(out + i * row.out, in + i * row.in, p.element);
    return;
  }
  switch (p.element) {
    case 1: return move_row<uint8_t>(count, in, row.in, out, row.out);
    case 2: return move_row<uint16_t>(count, in, row.in, out, row.out);
    case 4: return move_row<uint32_t>(count, in, row.in, out, row.out);
    case 8: return move_row<uint64_t>(count, in, row.in, out, row.out);
    case 16: return move_row<Pair>(count, in, row.in, out, row.out);
    default:
      for (int64_t i = 0; i < count; ++i) std::memcpy(out + i * row.out, in + i * row.in, static_cast<size_t>(p.element));
  }
}

/// Rows [begin, end), counted over all outer axes.
void move_rows(const Plan& p, int64_t begin, int64_t end, const char* in, char* out) {
  std::array<int64_t, kCopyAxes> index{};
  for (int64_t k = p.axes, rest = begin; k-- > 0;) {
    const Axis& axis = p.axis[static_cast<size_t>(k)];
    index[static_cast<size_t>(k)] = rest % axis.extent;
    rest /= axis.extent;
    in += index[static_cast<size_t>(k)] * axis.in;
    out += index[static_cast<size_t>(k)] * axis.out;
  }
  for (int64_t at = begin; at < end; ++at) {
    move(p, p.row.extent, in, out);
    for (int k = p.axes; k-- > 0;) {
      const Axis& axis = p.axis[static_cast<size_t>(k)];
      in += axis.in;
      out += axis.out;
      if (++index[static_cast<size_t>(k)] < axis.extent) break;
      index[static_cast<size_t>(k)] = 0;
      in -= axis.extent * axis.in;
      out -= axis.extent * axis.out;
    }
  }
}

}  // namespace strided_copying

void strided_copy(std::span<const int64_t> extents, std::span<const int64_t> in_strides, std::span<const int64_t> out_strides,
                  size_t element_size, const void* in, void* out, ThreadPool& pool) {
  using namespace strided_copying;
  if (std::find(extents.begin(), extents.end(), 0) != extents.end()) return;
  const Plan p = plan(extents, in_strides, out_strides, element_size);
  const auto* from = static_cast<const char*>(in);
  auto* to = static_cast<char*>(out);
  if (p.rows == 1 && p.row.extent == 1) {
    pool.parallel_for(p.element, kBytesPerPiece,
                      [&](int64_t begin, int64_t end, int) { std::memcpy(to + begin, from + begin, static_cast<size_t>(end - begin)); });
  } else if (p.rows == 1) {
    pool.parallel_for(p.row.extent, std::max<int64_t>(kBytesPerPiece / p.element, 1),
                      [&](int64_t begin, int64_t end, int) { move(p, end - begin, from + begin * p.row.in, to + begin * p.row.out); });
  } else {
    pool.parallel_for(p.rows, std::max<int64_t>(kBytesPerPiece / (p.element * p.row.extent), 1),
                      [&](int64_t begin, int64_t end, int) { move_rows(p, begin, end, from, to); });
  }
}

}  // namespace gearbox::kernels
