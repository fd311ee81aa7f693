#include "ops/run/arithmetic.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::prelu {

Status reference(KernelContext& context) {
  GBX_ASSIGN_OR_RETURN(const Extents dims, broadcast_of(context, 0, 1));
  if (dims != extents(context.input(0).dims)) {
    return context.error("'" + std::string(context.input_name(1)) + "' does not broadcast to the extents of '" +
                         std::string(context.input_name(0)) + "'");
  }
  return run_numeric_binary(context, []<class T>(T x, T slope) { return x < T(0) ? times(slope, x) : x; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "PRelu", .run = reference}); }

}  // namespace gearbox::ops::prelu
