#include "ops/run/arithmetic.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::modulo {

Status reference(KernelContext& context) {
  const bool sign_of_dividend = context.attributes().integer("fmod", 0) != 0;
  if (!sign_of_dividend && is_float(context.input(0).dtype)) return context.error("Mod of floats needs the attribute fmod = 1");
  return run_numeric_binary(context,
                            [&]<class T>(T a, T b) { return sign_of_dividend ? remainder_of_dividend(a, b) : remainder_of_divisor(a, b); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Mod", .run = reference}); }

}  // namespace gearbox::ops::modulo
