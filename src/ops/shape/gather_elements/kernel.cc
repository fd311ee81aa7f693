#include <atomic>

#include "ops/run/arguments.h"

namespace gearbox::ops::gather_elements {

Status reference(KernelContext& context);

namespace {

constexpr int64_t kElementsPerPiece = 16 * 1024;

/// Rows are runs along the last axis. Positions of `data` advance along it unless it is the axis that is picked from.
template <class T, class Index>
bool gather_rows(const Tensor& data, const Tensor& indices, const Tensor& y, size_t axis, ThreadPool& pool) {
  const size_t rank = data.dims.size();
  const int64_t columns = indices.dims[rank - 1], rows = element_count(indices.dims.first(rank - 1)), extent = data.dims[axis];
  if (columns == 0) return true;
  const int64_t pitch = element_count(data.dims.subspan(axis + 1));
  const int64_t advance = axis + 1 == rank ? 0 : 1;
  std::atomic<bool> in_range = true;
  pool.parallel_for(rows, std::max<int64_t>(kElementsPerPiece / columns, 1), [&](int64_t begin, int64_t end, int) {
    for (int64_t row = begin; row < end; ++row) {
      int64_t base = 0, rest = row, stride = data.dims[rank - 1];
      for (size_t k = rank - 1; k-- > 0;) {
        if (k != axis) base += rest % indices.dims[k] * stride;
        rest /= indices.dims[k];
        stride *= data.dims[k];
      }
      const Index* pick = indices.as<Index>() + row * columns;
      T* out = y.as<T>() + row * columns;
      for (int64_t i = 0; i < columns; ++i) {
        const int64_t index = pick[i] < 0 ? pick[i] + extent : pick[i];
        if (index < 0 || index >= extent) {
          in_range.store(false, std::memory_order_relaxed);
          return;
        }
        out[i] = data.as<T>()[base + index * pitch + i * advance];
      }
    }
  });
  return in_range;
}

Status run_fast(KernelContext& context) {
  const Tensor &data = context.input(0), &indices = context.input(1);
  const size_t rank = data.dims.size();
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", 0), data.rank()));
  if (indices.dims.size() != rank) return reference(context);
  for (size_t k = 0; k < rank; ++k) {
    if (k != axis && indices.dims[k] > data.dims[k]) return reference(context);
  }
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, indices.dims));
  bool in_range = true;
  const bool known = dispatch_size(data.dtype, [&]<class T>(T) {
    in_range = indices.dtype == DType::kI64 ? gather_rows<T, int64_t>(data, indices, y, axis, context.threads())
                                            : gather_rows<T, int32_t>(data, indices, y, axis, context.threads());
  });
  if (!known) return context.error("element type not supported");
  if (in_range) return {};
  for (int64_t index : integers_of(indices)) {
    if (index >= -data.dims[axis] && index < data.dims[axis]) continue;
    return context.error("index " + std::to_string(index) + " in " + quoted(context, 1) + " is out of range for extent " +
                         std::to_string(data.dims[axis]) + " of " + quoted(context, 0));
  }
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "GatherElements", .name = "rows", .run = run_fast}); }

}  // namespace gearbox::ops::gather_elements
