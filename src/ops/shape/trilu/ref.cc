#include "ops/run/arguments.h"

namespace gearbox::ops::trilu {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  if (x.rank() < 2) return context.error(quoted(context, 0) + " must have at least 2 axes");
  constexpr int64_t kFar = int64_t{1} << 62;
  const int64_t k = std::clamp(integer_input(context, 1, 0), -kFar, kFar);
  const bool upper = context.attributes().integer("upper", 1) != 0;
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const size_t last = x.dims.size() - 1;
  const bool known = dispatch_size(x.dtype, [&]<class T>(T) {
    int64_t at = 0;
    for_each_index(x.dims, [&](std::span<const int64_t> i) {
      const int64_t right = i[last] - i[last - 1];
      y.as<T>()[at] = (upper ? right >= k : right <= k) ? x.as<T>()[at] : T(0);
      ++at;
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Trilu", .run = reference}); }

}  // namespace gearbox::ops::trilu
