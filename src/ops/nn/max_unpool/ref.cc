#include "ops/nn/max_unpool/extents.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::max_unpool {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  if (x.rank() < 2 || context.input(1).elements() != x.elements())
    return context.error(quoted(context, 0) + " and " + quoted(context, 1) + " do not fit");
  const auto window = window_of(context.attributes(), x.dims.size() - 2);
  if (!window.ok()) return context.error(window.status().message());
  Extents counted = {x.dims[0], x.dims[1]};
  for (size_t axis = 0; axis < window->axes.size(); ++axis)
    counted.push_back(unpooled_extent<int64_t>(window->axes[axis], x.dims[axis + 2]));
  const Extents dims = context.has_input(2) ? integers_of(context.input(2)) : counted;
  if (dims.size() != counted.size() || element_count(dims) < 0 || element_count(counted) < 0) {
    return context.error("cannot unpool " + quoted(context, 0) + " with extents " + list_text(x.dims) + " to " + list_text(dims));
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const Extents strides = dense_strides(dims);
  Status status;
  const bool known = dispatch_size(x.dtype, [&]<class T>(T) {
    std::fill_n(y.as<T>(), y.elements(), T(0));
    for (int64_t i = 0, n = x.elements(); i < n; ++i) {
      int64_t index = context.input(1).as<int64_t>()[i], at = 0;
      bool inside = index >= 0;
      for (size_t k = counted.size(); k-- > 0 && inside;) {
        if (counted[k] == 0) break;
        const int64_t place = index % counted[k];
        inside = place < dims[k];
        at += place * strides[k];
        index /= counted[k];
      }
      if (!inside || index > 0) {
        status = context.error("index " + std::to_string(context.input(1).as<int64_t>()[i]) + " in " + quoted(context, 1) +
                               " is out of range: it counts the elements of " + list_text(counted) + ", inside " + list_text(dims));
        return;
      }
      y.as<T>()[at] = x.as<T>()[i];
    }
  });
  return known ? status : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "MaxUnpool", .run = reference}); }

}  // namespace gearbox::ops::max_unpool
