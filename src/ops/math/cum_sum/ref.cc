#include "ops/run/reduce.h"

namespace gearbox::ops::cum_sum {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, integer_input(context, 1, 0), x.rank()));
  const bool exclusive = context.attributes().integer("exclusive", 0) != 0, reverse = context.attributes().integer("reverse", 0) != 0;
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const Grouping lines = group_axes(x.dims, {axis}, false);
  const int64_t count = x.dims[axis], stride = lines.group_strides[0];
  const bool known = dispatch_numeric(x.dtype, [&]<class T>(T) {
    using Wide = reduce_t<T>;
    for_each_index(lines.kept, [&](std::span<const int64_t> line) {
      const int64_t start = offset_of(line, lines.kept_strides);
      Wide sum = 0;
      for (int64_t i = 0; i < count; ++i) {
        const int64_t at = start + (reverse ? count - 1 - i : i) * stride;
        const Wide element = static_cast<Wide>(x.as<T>()[at]);
        if (exclusive) y.as<T>()[at] = convert<T>(sum);
        sum = plus(sum, element);
        if (!exclusive) y.as<T>()[at] = convert<T>(sum);
      }
    });
  });
  return known_type(context, known, {});
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "CumSum", .run = reference}); }

}  // namespace gearbox::ops::cum_sum
