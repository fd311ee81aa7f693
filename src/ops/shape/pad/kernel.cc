#include "ops/run/convert.h"
#include "ops/shape/pad/margins.h"

namespace gearbox::ops::pad {

namespace {

constexpr int64_t kBytesPerPiece = 64 * 1024;

/// The tensor as rows along the last axis that has margins; `inner` elements stand behind each of its indices.
struct Rows {
  size_t axis = 0;
  int64_t rows = 1, inner = 1;
};

template <class T>
void pad_rows(const Tensor& x, const Tensor& y, const std::vector<Margin>& margins, const Rows& shape, Mode mode, T fill,
              ThreadPool& threads) {
  const Margin& last = margins[shape.axis];
  const int64_t row = last.extent * shape.inner;
  const int64_t whole_begin = std::clamp<int64_t>(last.before, 0, last.extent),
                whole_end = std::clamp<int64_t>(last.before + last.kept, whole_begin, last.extent);
  threads.parallel_for(shape.rows, std::max<int64_t>(kBytesPerPiece / static_cast<int64_t>(sizeof(T)) / std::max<int64_t>(row, 1), 1),
                       [&](int64_t begin, int64_t end, int) {
                         for (int64_t at = begin; at < end; ++at) {
                           T* to = y.as<T>() + at * row;
                           int64_t from = 0, rest = at, stride = x.dims[shape.axis] * shape.inner;
                           bool inside = true;
                           for (size_t k = shape.axis; k-- > 0;) {
                             const int64_t index = source(margins[k], rest % margins[k].extent, mode);
                             inside = inside && index >= 0;
                             from += index * stride;
                             rest /= margins[k].extent;
                             stride *= x.dims[k];
                           }
                           if (!inside) {
                             std::fill_n(to, row, fill);
                             continue;
                           }
                           auto border = [&](int64_t first, int64_t stop) {
                             if (mode == Mode::kConstant) {
                               std::fill(to + first * shape.inner, to + stop * shape.inner, fill);
                               return;
                             }
                             for (int64_t i = first; i < stop; ++i)
                               std::copy_n(x.as<T>() + from + source(last, i, mode) * shape.inner, shape.inner, to + i * shape.inner);
                           };
                           border(0, whole_begin);
                           const int64_t kept = (whole_end - whole_begin) * shape.inner;
                           if (kept > 0)
                             std::memcpy(to + whole_begin * shape.inner,
                                         x.as<T>() + from + (last.first + whole_begin - last.before) * shape.inner,
                                         static_cast<size_t>(kept) * sizeof(T));
                           border(whole_end, last.extent);
                         }
                       });
}

Status run_fast(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Mode mode = mode_of(context.attributes());
  GBX_ASSIGN_OR_RETURN(const std::vector<Margin> margins, margins_of(context, mode));
  if (context.has_input(2) && context.input(2).elements() != 1) return context.error(quoted(context, 2) + " must hold one element");
  Extents dims;
  for (const Margin& margin : margins) dims.push_back(margin.extent);
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, dims));
  if (dims.empty()) {
    copy_elements(x, y);
    return {};
  }
  Rows shape;
  shape.axis = dims.size() - 1;
  while (shape.axis > 0 && !margins[shape.axis].changes(x.dims[shape.axis])) shape.inner *= dims[shape.axis--];
  shape.rows = element_count(std::span(dims).first(shape.axis));
  if (y.elements() == 0) return {};
  const bool known = dispatch_all(x.dtype, [&]<class T>(T) {
    const T fill = context.has_input(2) ? context.input(2).as<T>()[0] : convert<T>(context.attributes().real("value", 0));
    pad_rows<T>(x, y, margins, shape, mode, fill, context.threads());
  });
  return known ? Status() : context.error("element type not supported");
}

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "Pad", .name = "rows", .run = run_fast}); }

}  // namespace gearbox::ops::pad
