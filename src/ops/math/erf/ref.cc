#include <cmath>

#include "ops/run/convert.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::erf {

Status reference(KernelContext& context) {
  return run_numeric_unary(context, []<class T>(T x) { return convert<T>(std::erf(convert<double>(x))); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Erf", .run = reference}); }

}  // namespace gearbox::ops::erf
