#include <cmath>

#include "ops/run/arguments.h"
#include "ops/run/extent.h"

namespace gearbox::ops::range {

namespace {

/// The number of elements, or -1 where it is not finite.
template <class T>
int64_t length(T start, T limit, T delta) {
  if constexpr (std::is_integral_v<T>) {
    if (delta == 0) return -1;
    const __int128 way = delta > 0 ? __int128(limit) - start : __int128(start) - limit;
    const __int128 step = delta > 0 ? __int128(delta) : -__int128(delta);
    const __int128 count = way <= 0 ? 0 : (way + step - 1) / step;
    return count > INT64_MAX ? -1 : static_cast<int64_t>(count);
  } else {
    const double count = std::ceil((double(limit) - double(start)) / double(delta));
    return std::abs(count) < 9e15 ? std::max<int64_t>(static_cast<int64_t>(count), 0) : -1;
  }
}

}  // namespace

Status reference(KernelContext& context) {
  for (int i = 0; i < 3; ++i) {
    if (context.input(i).elements() != 1) return context.error(quoted(context, i) + " must hold one element");
  }
  Status status;
  const bool known = dispatch<float, double, Half, BFloat16, int16_t, int32_t, int64_t>(context.input(0).dtype, [&]<class T>(T) {
    using C = compute_t<T>;
    const C start = context.input(0).as<T>()[0], limit = context.input(1).as<T>()[0], delta = context.input(2).as<T>()[0];
    const int64_t count = length<C>(start, limit, delta);
    if (count < 0) {
      status = context.error("the range from " + quoted(context, 0) + " to " + quoted(context, 1) + " by step " + quoted(context, 2) +
                             " is not finite");
      return;
    }
    Result<Tensor> y = context.output(0, Extents{count});
    status = y.status();
    if (!status.ok()) return;
    for (int64_t i = 0; i < count; ++i) y->as<T>()[i] = T(start + static_cast<C>(i) * delta);
  });
  return known ? status : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Range", .run = reference}); }

}  // namespace gearbox::ops::range
