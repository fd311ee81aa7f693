#include "ops/run/arguments.h"

namespace gearbox::ops::tensor_scatter {

Status reference(KernelContext& context) {
  const Tensor &past = context.input(0), &update = context.input(1);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", -2), past.rank()));
  bool fits = axis > 0 && past.dims.size() == update.dims.size();
  for (size_t k = 0; fits && k < past.dims.size(); ++k) fits = k == axis ? update.dims[k] <= past.dims[k] : update.dims[k] == past.dims[k];
  if (!fits) {
    return context.error("an update with extents " + list_text(update.dims) + " does not fit in " + list_text(past.dims) + " of " +
                         quoted(context, 0));
  }
  const int64_t batch = past.dims[0], room = past.dims[axis], steps = update.dims[axis];
  Ints starts(static_cast<size_t>(batch), 0);
  if (context.has_input(2)) starts = integers_of(context.input(2));
  if (static_cast<int64_t>(starts.size()) != batch) return context.error(quoted(context, 2) + " must hold one index for each of the batch");
  const bool circular = context.attributes().text("mode", "linear") == "circular";
  for (int64_t start : starts) {
    if (start < 0 || start > (circular ? room : room - steps)) {
      return context.error("index " + std::to_string(start) + " in " + quoted(context, 2) + " leaves the cache");
    }
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, past.dims));
  copy_elements(past, y);
  const int64_t outer = element_count(past.dims.first(axis).subspan(1));
  const int64_t bytes = element_count(past.dims.subspan(axis + 1)) * static_cast<int64_t>(dtype_size(past.dtype));
  for_each_index(Extents{batch, outer, steps}, [&](std::span<const int64_t> i) {
    const int64_t row = i[0] * outer + i[1], place = (starts[static_cast<size_t>(i[0])] + i[2]) % room;
    if (bytes > 0)
      std::memcpy(y.as<char>() + (row * room + place) * bytes, update.as<char>() + (row * steps + i[2]) * bytes,
                  static_cast<size_t>(bytes));
  });
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "TensorScatter", .run = reference}); }

}  // namespace gearbox::ops::tensor_scatter
