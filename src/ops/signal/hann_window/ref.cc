#include "ops/run/window_function.h"

namespace gearbox::ops::hann_window {

Status reference(KernelContext& context) {
  return run_window(context, [](double turn) { return 0.5 - 0.5 * turn_cosine(1, turn); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "HannWindow", .run = reference}); }

}  // namespace gearbox::ops::hann_window
