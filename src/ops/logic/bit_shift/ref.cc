#include "ops/run/elementwise.h"

namespace gearbox::ops::bit_shift {

Status reference(KernelContext& context) {
  const bool left = context.attributes().text("direction", "") == "LEFT";
  return run_integer_binary(context, [&]<class T>(T x, T count) {
    if (static_cast<uint64_t>(count) >= sizeof(T) * 8) return T(0);
    return static_cast<T>(left ? static_cast<uint64_t>(x) << count : static_cast<uint64_t>(x) >> count);
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "BitShift", .run = reference}); }

}  // namespace gearbox::ops::bit_shift
