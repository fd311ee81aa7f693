#include "ops/run/window_function.h"

namespace gearbox::ops::blackman_window {

Status reference(KernelContext& context) {
  return run_window(context, [](double turn) { return 0.42 - 0.5 * turn_cosine(1, turn) + 0.08 * turn_cosine(2, turn); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "BlackmanWindow", .run = reference}); }

}  // namespace gearbox::ops::blackman_window
