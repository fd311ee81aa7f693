#include <array>

#include "ops/run/arguments.h"

namespace gearbox::ops::where {

Status reference(KernelContext& context);

namespace {

constexpr size_t kAxes = 16;
constexpr int64_t kElementsPerPiece = 16 * 1024;

/// One axis: its extent and the strides of condition, x and y in elements (0 where broadcast).
struct Axis {
  int64_t extent = 1;
  std::array<int64_t, 3> stride{};
};

/// Axes merged where all operands walk on alike; the last one is the row.
struct Plan {
  std::array<Axis, kAxes> axes;
  size_t outer = 0;
  Axis row;
  int64_t rows = 1;
};

Plan plan(std::span<const int64_t> dims, const std::array<std::array<int64_t, kAxes>, 3>& strides) {
  Plan p;
  size_t count = 0;
  for (size_t k = 0; k < dims.size(); ++k) {
    if (dims[k] == 1) continue;
    const Axis next{dims[k], {strides[0][k], strides[1][k], strides[2][k]}};
    Axis* last = count > 0 ? &p.axes[count - 1] : nullptr;
    bool joins = last != nullptr;
    for (size_t o = 0; joins && o < 3; ++o) joins = last->stride[o] == next.stride[o] * next.extent;
    if (joins) {
      *last = {last->extent * next.extent, next.stride};
    } else {
      p.axes[count++] = next;
    }
  }
  if (count > 0) p.row = p.axes[--count];
  p.outer = count;
  for (size_t k = 0; k < count; ++k) p.rows *= p.axes[k].extent;
  return p;
}

template <class T>
void choose(int64_t count, const bool* condition, int64_t cs, const T* x, int64_t xs, const T* y, int64_t ys, T* out) {
  if (cs == 1 && xs == 1 && ys == 1) {
    for (int64_t i = 0; i < count; ++i) out[i] = condition[i] ? x[i] : y[i];
  } else if (cs == 1 && xs == 1 && ys == 0) {
    const T other = *y;
    for (int64_t i = 0; i < count; ++i) out[i] = condition[i] ? x[i] : other;
  } else if (cs == 1 && xs == 0 && ys == 1) {
    const T chosen = *x;
    for (int64_t i = 0; i < count; ++i) out[i] = condition[i] ? chosen : y[i];
  } else {
    for (int64_t i = 0; i < count; ++i) out[i] = condition[i * cs] ? x[i * xs] : y[i * ys];
  }
}

template <class T>
void run_rows(const Plan& p, const bool* condition, const T* x, const T* y, T* out, ThreadPool& threads) {
  const auto& s = p.row.stride;
  if (p.rows == 1) {
    threads.parallel_for(p.row.extent, kElementsPerPiece, [&](int64_t begin, int64_t end, int) {
      choose(end - begin, condition + begin * s[0], s[0], x + begin * s[1], s[1], y + begin * s[2], s[2], out + begin);
    });
    return;
  }
  threads.parallel_for(p.rows, std::max<int64_t>(kElementsPerPiece / p.row.extent, 1), [&](int64_t begin, int64_t end, int) {
    for (int64_t at = begin; at < end; ++at) {
      std::array<int64_t, 3> offset{};
      int64_t rest = at;
      for (size_t k = p.outer; k-- > 0;) {
        for (size_t o = 0; o < 3; ++o) offset[o] += rest % p.axes[k].extent * p.axes[k].stride[o];
        rest /= p.axes[k].extent;
      }
      choose(p.row.extent, condition + offset[0], s[0], x + offset[1], s[1], y + offset[2], s[2], out + at * p.row.extent);
    }
  });
}

Status run_fast(KernelContext& context) {
  size_t rank = 0;
  for (int i = 0; i < 3; ++i) rank = std::max(rank, context.input(i).dims.size());
  if (rank > kAxes) return reference(context);
  std::array<int64_t, kAxes> dims;
  dims.fill(1);
  std::array<std::array<int64_t, kAxes>, 3> strides{};
  for (int i = 0; i < 3; ++i) {
    const std::span<const int64_t> own = context.input(i).dims;
    int64_t stride = 1;
    for (size_t k = own.size(); k-- > 0;) {
      int64_t& extent = dims[rank - own.size() + k];
      if (own[k] != 1 && extent != 1 && extent != own[k]) return reference(context);
      if (own[k] != 1) extent = own[k];
      strides[static_cast<size_t>(i)][rank - own.size() + k] = own[k] == 1 ? 0 : stride;
      stride *= own[k];
    }
  }
  const std::span<const int64_t> extents(dims.data(), rank);
  GBX_ASSIGN_OR_RETURN(const Tensor out, context.output(0, extents));
  if (out.elements() == 0) return {};
  const Plan p = plan(extents, strides);
  const bool known = dispatch_size(out.dtype, [&]<class T>(T) {
    run_rows<T>(p, context.input(0).as<bool>(), context.input(1).as<T>(), context.input(2).as<T>(), out.as<T>(), context.threads());
  });
  return known ? Status() : context.error("element type not supported");
}

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "Where", .name = "rows", .run = run_fast}); }

}  // namespace gearbox::ops::where
